package dev.pawl.agent.spool;

import static dev.pawl.agent.spool.Facts.ack;
import static dev.pawl.agent.spool.Facts.over;
import static dev.pawl.agent.spool.Facts.step;
import static dev.pawl.agent.spool.Facts.taken;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.session.Fact;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A file that is not what was written.
class DamageTest extends SpoolStory {

  private static final List<Fact> FACTS =
      List.of(taken(1), ack(1), taken(2), ack(2), step(2, 2, "m"), over(1));

  private byte[] written() throws IOException {
    try (FileSpool spool = open()) {
      assertThat(spool.keep(FACTS)).isTrue();
    }
    return Files.readAllBytes(file());
  }

  private static int wholeLines(byte[] bytes) {
    return (int) new String(bytes, StandardCharsets.UTF_8).chars().filter(it -> it == '\n').count();
  }

  @Test
  void aFileThatEndsAnywhereIsCutOffAtTheLastWholeLineAndGoesOnThere() throws IOException {
    byte[] all = written();
    for (int length = 0; length <= all.length; length++) {
      byte[] cut = Arrays.copyOf(all, length);
      Files.write(file(), cut);
      List<Fact> whole = FACTS.subList(0, wholeLines(cut));
      try (FileSpool spool = open()) {
        assertThat(spool.recalled()).as("%d bytes", length).isEqualTo(of(whole));
        assertThat(spool.keep(List.of(taken(3)))).isTrue();
      }
      assertThat(recalled().seen()).hasSize(of(whole).seen().size() + 1);
    }
    assertThat(told).isEmpty();
  }

  @Test
  void rubbishAtTheEndIsCutOff() throws IOException {
    byte[] all = written();
    for (String rubbish : List.of("\0".repeat(5_000), "\n\n\n", "deadbeef over lease-2\n", "\n")) {
      Files.write(file(), all);
      Files.writeString(file(), rubbish, StandardOpenOption.APPEND);
      assertThat(recalled()).isEqualTo(of(FACTS));
      try (FileSpool spool = open()) {
        assertThat(spool.keep(List.of(taken(3)))).isTrue();
      }
      assertThat(size()).isGreaterThan(all.length).isLessThan(all.length + 200);
    }
    assertThat(told).isEmpty();
  }

  @Test
  void anyByteMayBeAnotherAndNothingWrongIsBelieved() throws IOException {
    byte[] all = written();
    int lastLine = FACTS.size() - 1;
    for (int index = 0; index < all.length; index++) {
      byte[] damaged = all.clone();
      damaged[index] ^= 0x11;
      Files.write(file(), damaged);
      told.clear();
      // The last line's end is the one before it: without that there is no telling them apart.
      int line = wholeLines(Arrays.copyOf(all, index + 1));
      var known = recalled();
      assertThat(of(FACTS).seen()).containsAll(known.seen());
      assertThat(told).as("byte %d", index).hasSize(line < lastLine ? 1 : 0);
      assertThat(told).allMatch(words -> words.contains("lines cannot be read, the first at byte"));
    }
  }

  @Test
  void whatIsDamagedIsToldOnce() throws IOException {
    byte[] all = written();
    all[3] ^= 1;
    Files.write(file(), all);
    assertThat(recalled().inHand())
        .extracting(it -> it.lease().leaseId())
        .containsExactly("lease-2");
    assertThat(told).hasSize(1);
    assertThat(recalled().inHand()).hasSize(1);
    assertThat(told).hasSize(1);
  }

  @Test
  void aFileThatIsNoneOfOursStartsNothingAndStopsNothing() throws IOException {
    written();
    Files.write(file(), "x".repeat(3 << 20).getBytes(StandardCharsets.UTF_8));
    assertThat(recalled().seen()).isEmpty();
    try (FileSpool spool = open()) {
      assertThat(spool.keep(FACTS)).isTrue();
    }
    assertThat(recalled()).isEqualTo(of(FACTS));
  }
}
