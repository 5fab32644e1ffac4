package dev.pawl.server.dispatch;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.metrics.OrchestratorCounters;
import dev.pawl.server.metrics.OrchestratorCounters.Counter;
import dev.pawl.server.store.QueueReservation;
import dev.pawl.server.store.QueuedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Queues that one of several orchestrators keeps to its own agents for a moment, because it grants
/// so many leases of one run that it is busy with nothing else. If others granted some too, the
/// messages about the run would arrive at all of them, and most of what they decide would conflict.
///
/// A reservation ends by itself, soon after the last batch that granted so many: then the agents of
/// the others get the rest. It is never needed for correctness. Owned by the loop.
final class QueueReservations {

  static final Duration DURATION = Duration.ofSeconds(1);

  /// An own reservation that is younger need not be announced again.
  private static final Duration FRESH = Duration.ofMillis(DURATION.toMillis() / 2);

  /// The most that are remembered. One that is forgotten costs conflicts.
  private static final int MOST = 1_000;

  /// @param orchestrator that reserves it
  private record Reserved(String orchestrator, Instant since) {

    /// Not if the clock was set back either.
    private boolean isYoungerThan(Duration age, Instant now) {
      return !now.isBefore(since) && now.isBefore(since.plus(age));
    }
  }

  private final String self;
  private final int least;
  private final OrchestratorCounters counters;
  private final SequencedMap<QueueReservation, Reserved> reserved = new LinkedHashMap<>();

  /// @param self the id of this orchestrator
  /// @param least the number of leases in one batch from which their queue is reserved
  QueueReservations(String self, int least, OrchestratorCounters counters) {
    this.self = self;
    this.least = least;
    this.counters = counters;
  }

  /// Reserves the queues of which a batch has granted many leases. Returns those to be announced.
  List<QueueReservation> granted(Map<QueueReservation, Integer> leases, Instant now) {
    List<QueueReservation> announced = new ArrayList<>();
    leases.forEach((queue, count) -> {
      if (count >= least && !isFresh(queue, now)) {
        put(queue, new Reserved(self, now));
        announced.add(queue);
      }
    });
    counters.add(Counter.RESERVATIONS, announced.size());
    return announced;
  }

  private boolean isFresh(QueueReservation queue, Instant now) {
    @Nullable Reserved known = reserved.get(queue);
    return known != null && known.isYoungerThan(FRESH, now);
  }

  /// Another orchestrator has reserved a queue. If this one has, too, the first by name keeps it.
  void reservedBy(String other, QueueReservation queue, Instant now) {
    @Nullable Reserved known = reserved.get(queue);
    boolean isOurs =
        known != null && known.orchestrator().equals(self) && known.isYoungerThan(DURATION, now);
    if (!isOurs || other.compareTo(self) < 0) {
      put(queue, new Reserved(other, now));
    }
  }

  private void put(QueueReservation queue, Reserved by) {
    reserved.remove(queue); // to become the youngest
    if (reserved.size() >= MOST) {
      reserved.pollFirstEntry();
    }
    reserved.put(queue, by);
  }

  /// Whether no queue is reserved, here or elsewhere.
  boolean isEmpty() {
    return reserved.isEmpty();
  }

  /// Whether the attempt is left to another orchestrator for now.
  boolean isLeftToAnother(QueuedAttempt ready, Instant now) {
    @Nullable Reserved known = reserved.get(QueueReservation.of(ready));
    return known != null
        && !known.orchestrator().equals(self)
        && known.isYoungerThan(DURATION, now);
  }

  /// The runs of which this orchestrator has reserved a queue: nobody else need look for it.
  Set<RunId> reservedHere(Instant now) {
    reserved.values().removeIf(one -> !one.isYoungerThan(DURATION, now));
    return reserved.entrySet().stream()
        .filter(entry -> entry.getValue().orchestrator().equals(self))
        .map(entry -> entry.getKey().run())
        .collect(Collectors.toSet());
  }

  BoundedSize size() {
    return new BoundedSize("QueueReservations.reserved", reserved.size(), MOST);
  }
}
