package dev.pawl.agent.spool;

import static dev.pawl.agent.spool.SpoolRecords.ack;
import static dev.pawl.agent.spool.SpoolRecords.acknowledged;
import static dev.pawl.agent.spool.SpoolRecords.over;
import static dev.pawl.agent.spool.SpoolRecords.step;
import static dev.pawl.agent.spool.SpoolRecords.taken;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.session.SpoolRecord;
import dev.pawl.agent.session.SpoolSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileSpoolTest extends SpoolStory {

  private static final List<SpoolRecord> FACTS =
      List.of(
          taken(1),
          ack(1),
          step(1, 2, "a \"message\", with ends\r\nof lines and ☃"),
          acknowledged(1, 1),
          taken(2),
          ack(2),
          over(2),
          taken(3));

  @Test
  void whatWasKeptIsKnownAgain() throws IOException {
    try (FileSpool spool = open()) {
      assertThat(spool.restored()).isEqualTo(SpoolSnapshot.NONE);
      assertThat(spool.append(FACTS.subList(0, 3))).isTrue();
      spool.appendIfPossible(FACTS.get(3));
      assertThat(spool.append(FACTS.subList(4, 6))).isTrue();
      spool.appendIfPossible(FACTS.get(6));
      assertThat(spool.append(FACTS.subList(7, 8))).isTrue();
    }
    SpoolSnapshot recalled = recalled();
    assertThat(recalled).isEqualTo(of(FACTS));
    assertThat(recalled.seen()).hasSize(3);
    assertThat(recalled.unsettled()).hasSize(2);
    assertThat(told).isEmpty();
  }

  @Test
  void itIsNobodyElses() throws IOException {
    try (FileSpool spool = open()) {
      assertThat(spool.append(FACTS)).isTrue();
    }
    assertThat(Files.getPosixFilePermissions(directory()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void obsoleteRecordsAreCompacted() throws IOException {
    List<SpoolRecord> kept = new ArrayList<>(List.of(taken(1), ack(1)));
    long largest = 0;
    try (FileSpool spool = open()) {
      assertThat(spool.append(kept)).isTrue();
      for (long seq = 2; seq < 3_000; seq++) {
        SpoolRecord step = step(1, seq, "x".repeat(2_000));
        assertThat(spool.append(List.of(step))).isTrue();
        spool.appendIfPossible(acknowledged(1, seq - 1));
        kept.add(step);
        kept.add(acknowledged(1, seq - 1));
        largest = Math.max(largest, size());
      }
    }
    assertThat(largest).isBetween(FileSpool.MIN_OBSOLETE, FileSpool.MIN_OBSOLETE + 10_000);
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(recalled()).isEqualTo(of(kept));
  }

  @Test
  void whatIsOfUseIsNotWrittenAgainAndAgain() throws IOException {
    long before = 0;
    try (FileSpool spool = open()) {
      assertThat(spool.append(List.of(taken(1)))).isTrue();
      for (long seq = 1; seq < 1_500; seq++) {
        assertThat(spool.append(List.of(step(1, seq, "x".repeat(2_000))))).isTrue();
        assertThat(size()).isGreaterThan(before);
        before = size();
      }
    }
    assertThat(recalled().unsettled().getFirst().unacknowledged()).hasSize(1_499);
  }

  @Test
  void aFullSpoolRejectsRecordsUntilThereIsRoom() throws IOException {
    long most = 40_000;
    long seq = 0;
    try (FileSpool spool = open(most)) {
      assertThat(spool.append(List.of(taken(1)))).isTrue();
      assertThat(spool.hasRoom()).isTrue();
      while (spool.append(List.of(step(1, seq + 1, "x".repeat(1_000))))) {
        seq++;
      }
      assertThat(size()).isBetween(most - 2_000, most);
      assertThat(spool.hasRoom()).isFalse();
      assertThat(told)
          .containsExactly(
              "spool in '%s' cannot be written: it has reached its limit of 40000 bytes."
                      .formatted(directory())
                  + " Current jobs wait, and no other is accepted");
      assertThat(spool.append(List.of(taken(2)))).as("a few words").isTrue();
      assertThat(spool.hasRoom()).as("for another job").isFalse();
      spool.appendIfPossible(acknowledged(1, seq / 2));
      assertThat(spool.hasRoom()).isTrue();
      assertThat(spool.append(List.of(step(1, seq + 1, "x".repeat(1_000))))).isTrue();
      assertThat(size()).isLessThan(most * 3 / 4);
    }
    SpoolSnapshot.UnsettledLease lease = recalled().unsettled().getFirst();
    assertThat(lease.last()).isEqualTo(seq + 1);
    assertThat(lease.unacknowledged()).hasSize((int) (seq + 1 - seq / 2));
    assertThat(told).hasSize(2);
    assertThat(told.getLast()).contains("can be written again");
  }
}
