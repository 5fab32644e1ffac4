package dev.pawl.agent.spool;

import static dev.pawl.agent.spool.Facts.ack;
import static dev.pawl.agent.spool.Facts.acknowledged;
import static dev.pawl.agent.spool.Facts.over;
import static dev.pawl.agent.spool.Facts.step;
import static dev.pawl.agent.spool.Facts.taken;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.session.Fact;
import dev.pawl.agent.session.Recollection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileSpoolTest extends SpoolStory {

  private static final List<Fact> FACTS =
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
      assertThat(spool.recalled()).isEqualTo(Recollection.NONE);
      assertThat(spool.keep(FACTS.subList(0, 3))).isTrue();
      spool.note(FACTS.get(3));
      assertThat(spool.keep(FACTS.subList(4, 6))).isTrue();
      spool.note(FACTS.get(6));
      assertThat(spool.keep(FACTS.subList(7, 8))).isTrue();
    }
    Recollection recalled = recalled();
    assertThat(recalled).isEqualTo(of(FACTS));
    assertThat(recalled.seen()).hasSize(3);
    assertThat(recalled.inHand()).hasSize(2);
    assertThat(told).isEmpty();
  }

  @Test
  void itIsNobodyElses() throws IOException {
    try (FileSpool spool = open()) {
      assertThat(spool.keep(FACTS)).isTrue();
    }
    assertThat(Files.getPosixFilePermissions(directory()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void whatIsOfNoUseAnyMoreIsLeftOutInTime() throws IOException {
    List<Fact> kept = new ArrayList<>(List.of(taken(1), ack(1)));
    long largest = 0;
    try (FileSpool spool = open()) {
      assertThat(spool.keep(kept)).isTrue();
      for (long seq = 2; seq < 3_000; seq++) {
        Fact step = step(1, seq, "x".repeat(2_000));
        assertThat(spool.keep(List.of(step))).isTrue();
        spool.note(acknowledged(1, seq - 1));
        kept.add(step);
        kept.add(acknowledged(1, seq - 1));
        largest = Math.max(largest, size());
      }
    }
    assertThat(largest).isBetween(FileSpool.FLOOR, FileSpool.FLOOR + 10_000);
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(recalled()).isEqualTo(of(kept));
  }

  @Test
  void whatIsOfUseIsNotWrittenAgainAndAgain() throws IOException {
    long before = 0;
    try (FileSpool spool = open()) {
      assertThat(spool.keep(List.of(taken(1)))).isTrue();
      for (long seq = 1; seq < 1_500; seq++) {
        assertThat(spool.keep(List.of(step(1, seq, "x".repeat(2_000))))).isTrue();
        assertThat(size()).isGreaterThan(before);
        before = size();
      }
    }
    assertThat(recalled().inHand().getFirst().unacknowledged()).hasSize(1_499);
  }

  @Test
  void aSpoolThatIsFullKeepsNothingMoreUntilThereIsRoom() throws IOException {
    long most = 40_000;
    long seq = 0;
    try (FileSpool spool = open(most)) {
      assertThat(spool.keep(List.of(taken(1)))).isTrue();
      assertThat(spool.hasRoom()).isTrue();
      while (spool.keep(List.of(step(1, seq + 1, "x".repeat(1_000))))) {
        seq++;
      }
      assertThat(size()).isBetween(most - 2_000, most);
      assertThat(spool.hasRoom()).isFalse();
      assertThat(told)
          .containsExactly(
              "cannot write to the spool in %s: it has reached its limit of 40000 bytes;"
                      .formatted(directory())
                  + " jobs wait, and no other is taken");
      assertThat(spool.keep(List.of(taken(2)))).as("a few words").isTrue();
      assertThat(spool.hasRoom()).as("for another job").isFalse();
      spool.note(acknowledged(1, seq / 2));
      assertThat(spool.hasRoom()).isTrue();
      assertThat(spool.keep(List.of(step(1, seq + 1, "x".repeat(1_000))))).isTrue();
      assertThat(size()).isLessThan(most * 3 / 4);
    }
    Recollection.InHand lease = recalled().inHand().getFirst();
    assertThat(lease.last()).isEqualTo(seq + 1);
    assertThat(lease.unacknowledged()).hasSize((int) (seq + 1 - seq / 2));
    assertThat(told).hasSize(2);
    assertThat(told.getLast()).contains("can be written to again");
  }
}
