package dev.pawl.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.metrics.OrchestratorCounters;
import dev.pawl.server.metrics.OrchestratorCounters.Counter;
import dev.pawl.server.store.QueueReservation;
import dev.pawl.server.store.QueuedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which queues are reserved, for whom and for how long.
class QueueReservationsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = NOW.plus(QueueReservations.DURATION);
  private static final RunId RUN = new RunId("r1");
  private static final QueueReservation LINUX = new QueueReservation(RUN, List.of("linux"));

  private final OrchestratorCounters counters = new OrchestratorCounters();
  private final QueueReservations ours = new QueueReservations("o2", 10, counters);

  private static QueuedAttempt attempt(String label) {
    return new QueuedAttempt(
        RUN, new AttemptRef(0, 1), DrivenRun.NO_REPOSITORY, 0, List.of(label), NOW, false);
  }

  private boolean isLeft(String label, Instant now) {
    return ours.isLeftToAnother(attempt(label), now);
  }

  @Test
  void aQueueIsLeftToTheOtherForAMoment() {
    ours.reservedBy("o1", LINUX, NOW);
    assertThat(isLeft("linux", NOW)).isTrue();
    assertThat(isLeft("linux", LATER.minusMillis(1))).isTrue();
    assertThat(isLeft("linux", LATER)).isFalse();
  }

  @Test
  void attemptsWithOtherLabelsAreNotLeft() {
    ours.reservedBy("o1", LINUX, NOW);
    assertThat(isLeft("gpu", NOW)).isFalse();
  }

  @Test
  void aClockThatWasSetBackEndsAReservation() {
    ours.reservedBy("o1", LINUX, NOW);
    assertThat(isLeft("linux", NOW.minus(Duration.ofDays(1)))).isFalse();
  }

  @Test
  void onlyABatchOfManyLeasesReserves() {
    assertThat(ours.granted(Map.of(LINUX, 9), NOW)).isEmpty();
    assertThat(ours.granted(Map.of(LINUX, 10), NOW)).containsExactly(LINUX);
    assertThat(ours.reservedHere(NOW)).containsExactly(RUN);
    assertThat(ours.reservedHere(LATER)).isEmpty();
    assertThat(isLeft("linux", NOW)).isFalse();
    assertThat(counters.count(Counter.RESERVATIONS)).isEqualTo(1);
  }

  @Test
  void aReservationIsAnnouncedAgainBeforeItEnds() {
    var _ = ours.granted(Map.of(LINUX, 10), NOW);
    assertThat(ours.granted(Map.of(LINUX, 10), NOW.plusMillis(1))).isEmpty();
    assertThat(ours.granted(Map.of(LINUX, 10), LATER.minusMillis(1))).containsExactly(LINUX);
  }

  @Test
  void ofTwoThatReserveTheFirstByNameKeepsTheQueue() {
    var _ = ours.granted(Map.of(LINUX, 10), NOW);
    ours.reservedBy("o3", LINUX, NOW);
    assertThat(isLeft("linux", NOW)).isFalse();
    ours.reservedBy("o1", LINUX, NOW);
    assertThat(isLeft("linux", NOW)).isTrue();
  }

  @Test
  void theOldestReservationIsForgottenIfThereAreTooMany() {
    ours.reservedBy("o1", LINUX, NOW);
    for (int run = 0; run < 2_000; run++) {
      ours.reservedBy("o1", new QueueReservation(new RunId("x" + run), List.of()), NOW);
    }
    assertThat(ours.size().isWithinLimit()).isTrue();
    assertThat(isLeft("linux", NOW)).isFalse();
  }
}
