package dev.pawl.expression.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StorableTextTest {

  @Test
  void whatIsStorableStaysAsItIs() {
    for (String text : List.of("", "plain", "Grüße\n\t", "😀", "a😀b")) {
      assertThat(StorableText.isStorable(text)).isTrue();
      assertThat(StorableText.of(text)).isSameAs(text);
    }
  }

  @Test
  void whatIsNotStorableIsReplaced() {
    assertThat(StorableText.of("a\0b\0")).isEqualTo("a\uFFFDb\uFFFD");
    assertThat(StorableText.of("\uD83D")).isEqualTo("\uFFFD");
    assertThat(StorableText.of("\uDE00\uD83D")).isEqualTo("\uFFFD\uFFFD");
    assertThat(StorableText.of("\uD83D\uD83D\uDE00")).isEqualTo("\uFFFD😀");
    assertThat(StorableText.isStorable("a\0")).isFalse();
  }
}
