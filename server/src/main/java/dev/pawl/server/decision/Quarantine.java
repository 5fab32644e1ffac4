package dev.pawl.server.decision;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.ConstraintViolation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs about which nothing is decided any more, because that ended in a bug, or in a row that the
/// store rejects: the others go on. A restart tries them again. Bounded: the oldest is released
/// first. Owned by the loop, readable by any thread.
final class Quarantine {

  private static final int MOST = 1_000;

  private final Map<RunId, QuarantinedRun> runs =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, QuarantinedRun> eldest) {
          return size() > MOST;
        }
      };

  /// A copy, for other threads.
  private volatile List<QuarantinedRun> shown = List.of();

  void add(RunId run, RuntimeException bug) {
    String why =
        bug instanceof ConstraintViolation ? String.valueOf(bug.getMessage()) : bug.toString();
    runs.put(run, new QuarantinedRun(run, why));
    shown = List.copyOf(runs.values());
  }

  boolean holds(RunId run) {
    return runs.containsKey(run);
  }

  /// The quarantined runs. For any thread.
  List<QuarantinedRun> shown() {
    return shown;
  }

  /// The refusal of every command about a quarantined run.
  Optional<Decision> refusal(RunId run) {
    return Optional.ofNullable(runs.get(run))
        .map(held ->
            new Decision.Refused(
                new Refusal(
                    Refusal.Code.WRONG_STATE,
                    "run %s is quarantined after an internal error: %s"
                        .formatted(run, held.reason()))));
  }

  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("Quarantine.runs", runs.size(), MOST),
        new BoundedSize("Quarantine.shown", shown.size(), MOST));
  }
}
