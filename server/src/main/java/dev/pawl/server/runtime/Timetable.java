package dev.pawl.server.runtime;

import dev.pawl.core.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// When which run wants to be looked at again, and since when somebody has been looking. The
/// deadlines themselves are state; this only remembers the next one of each run. Owned by the loop.
final class Timetable {

  /// The loop turns at least this often; a longer gap means that nobody was served.
  private static final Duration TURN = Duration.ofSeconds(1);

  private static final Duration GAP = Duration.ofSeconds(5);

  private final Map<RunId, Instant> due = new LinkedHashMap<>();
  private Instant servedSince;
  private Instant lastTurn;

  Timetable(Instant now) {
    servedSince = now;
    lastTurn = now;
  }

  /// How long the loop may wait for something else to do.
  Duration patience(Instant now) {
    Duration wait =
        due.values().stream()
            .min(Instant::compareTo)
            .map(next -> Duration.between(now, next))
            .orElse(TURN);
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(TURN) < 0 ? wait.plusMillis(1) : TURN;
  }

  /// The loop turns: after a gap, in which nobody could be heard, service begins anew.
  void turn(Instant now) {
    if (Duration.between(lastTurn, now).compareTo(GAP) > 0) {
      servedSince = now;
    }
    lastTurn = now;
  }

  /// Since when there has been somebody to hear, without a gap.
  Instant servedSince() {
    return servedSince;
  }

  List<RunId> ripe(Instant now) {
    return due.entrySet().stream()
        .filter(entry -> !now.isBefore(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  void expect(RunId run, Instant at) {
    due.put(run, at);
  }

  /// Nothing may happen to the run yet: look again, but do not spin.
  void postpone(RunId run, Instant now) {
    due.put(run, now.plus(TURN));
  }

  void forget(RunId run) {
    due.remove(run);
  }
}
