package dev.pawl.agent.spool;

import static dev.pawl.agent.spool.SpoolRecords.ack;
import static dev.pawl.agent.spool.SpoolRecords.over;
import static dev.pawl.agent.spool.SpoolRecords.step;
import static dev.pawl.agent.spool.SpoolRecords.taken;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.session.SpoolRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of a spool that are damaged or truncated.
class DamagedSpoolTest extends SpoolStory {

  private static final List<SpoolRecord> FACTS =
      List.of(taken(1), ack(1), taken(2), ack(2), step(2, 2, "m"), over(1));

  private byte[] written() throws IOException {
    try (FileSpool spool = open()) {
      assertThat(spool.append(FACTS)).isTrue();
    }
    return Files.readAllBytes(file());
  }

  private static int wholeLines(byte[] bytes) {
    return (int) new String(bytes, StandardCharsets.UTF_8).chars().filter(it -> it == '\n').count();
  }

  @Test
  void aTruncatedFileContinuesAfterItsLastCompleteLine() throws IOException {
    byte[] all = written();
    for (int length = 0; length <= all.length; length++) {
      byte[] cut = Arrays.copyOf(all, length);
      Files.write(file(), cut);
      List<SpoolRecord> whole = FACTS.subList(0, wholeLines(cut));
      try (FileSpool spool = open()) {
        assertThat(spool.restored()).as("%d bytes", length).isEqualTo(of(whole));
        assertThat(spool.append(List.of(taken(3)))).isTrue();
      }
      assertThat(recalled().seen()).hasSize(of(whole).seen().size() + 1);
    }
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "dead", "deadbeef over lea"})
  void whatADyingMachineLeftAtTheEndIsCutOff(String begun) throws IOException {
    rubbishAtTheEndIsCutOff(begun + "\0".repeat(5_000));
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n\n\n", "deadbeef over lease-2\n", "\n", "rubbish", "deadbeef \1"})
  void otherRubbishAtTheEndIsCutOffAndReported(String rubbish) throws IOException {
    rubbishAtTheEndIsCutOff(rubbish);
    assertThat(told).hasSize(1);
  }

  private void rubbishAtTheEndIsCutOff(String rubbish) throws IOException {
    byte[] all = written();
    Files.writeString(file(), rubbish, StandardOpenOption.APPEND);
    assertThat(recalled()).isEqualTo(of(FACTS));
    try (FileSpool spool = open()) {
      assertThat(spool.append(List.of(taken(3)))).isTrue();
    }
    assertThat(size()).isLessThan(all.length + 200);
    assertThat(recalled().seen()).hasSize(3);
  }

  @Test
  void noChangedByteIsReadAsARecord() throws IOException {
    byte[] all = written();
    for (int index = 0; index < all.length; index++) {
      byte[] damaged = all.clone();
      damaged[index] ^= 0x11;
      Files.write(file(), damaged);
      told.clear();
      var known = recalled();
      assertThat(of(FACTS).seen()).containsAll(known.seen());
      assertThat(told).as("byte %d", index).hasSize(1);
      assertThat(told).allMatch(words -> words.contains("unreadable lines: "));
    }
  }

  @Test
  void damageIsReportedOnce() throws IOException {
    byte[] all = written();
    all[3] ^= 1;
    Files.write(file(), all);
    assertThat(recalled().unsettled())
        .extracting(it -> it.lease().leaseId())
        .containsExactly("lease-2");
    assertThat(told).hasSize(1);
    assertThat(recalled().unsettled()).hasSize(1);
    assertThat(told).hasSize(1);
  }

  @Test
  void onlyTheLatestDamagedFileIsKept() throws IOException {
    written();
    for (String rubbish : List.of("garbage\nmore garbage\n", "other garbage\n")) {
      told.clear();
      Files.writeString(file(), rubbish);
      assertThat(recalled().seen()).isEmpty();
      assertThat(told).singleElement().asString().contains("is kept as", "spool.damaged");
      assertThat(directory().resolve("spool.damaged")).hasContent(rubbish);
      assertThat(size()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0", "\1", "\n"})
  void aFileThatIsNoneOfOursStartsNothingAndStopsNothing(String rubbish) throws IOException {
    written();
    Files.writeString(file(), rubbish.repeat(3 << 20));
    assertThat(recalled().seen()).isEmpty();
    assertThat(told).hasSize(1);
    try (FileSpool spool = open()) {
      assertThat(spool.append(FACTS)).isTrue();
    }
    assertThat(recalled()).isEqualTo(of(FACTS));
  }
}
