package dev.pawl.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The text of a key file.
class KeyRingTest {

  private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

  static byte[] key(int filledWith) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) filledWith);
    return key;
  }

  private static final KeyRing TWO = KeyRing.of(key(1)).plus(new KeyRing.Key(LATER, key(2)));

  @Test
  void aRingIsReadAsItWasWritten() {
    assertThat(KeyRing.parse(TWO.text())).isEqualTo(TWO);
    assertThat(KeyRing.parse(TWO.text().replace("\n", "\r\n") + "\n\n# more\n")).isEqualTo(TWO);
  }

  @Test
  void keysAreOrderedByTheTimeOfTheirUse() {
    assertThat(new KeyRing(List.of(TWO.keys().get(1), TWO.keys().get(0)))).isEqualTo(TWO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# nothing",
        "0 1970-01-01T00:00:00Z KEY",
        "ID KEY",
        "ID yesterday KEY",
        "ID 1970-01-01T00:00:00Z 0KEY",
        "ID 1970-01-01T00:00:00Z KEYKEY",
        "ID 1970-01-01T00:00:00Z KEY more"
      })
  void aDamagedFileIsRejectedWithoutQuotingIt(String text) {
    String secret = HexFormat.of().formatHex(key(1));
    String id = TWO.keys().getFirst().id();
    assertThatThrownBy(() -> KeyRing.parse(text.replace("KEY", secret).replace("ID", id)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .message()
        .containsAnyOf("line 1 is damaged", "it has no key")
        .doesNotContain("0101");
  }

  @Test
  void whatIsShownOfAKeyDoesNotRevealIt() {
    KeyRing.Key first = TWO.keys().getFirst();
    assertThat(first.fingerprint()).hasSize(64).startsWith(first.id()).doesNotContain("0101");
    assertThat(TWO.toString()).contains(first.id()).doesNotContain("0101");
  }
}
