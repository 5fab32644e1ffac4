package dev.pawl.server.runtime;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.run.RunId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The runs that are left alone, because to decide about them ended in a bug, or in something that
/// the store refuses: the others go on. A restart tries them again. Bounded; the oldest is tried
/// again first. Owned by the loop, and shown to anybody.
final class Quarantine {

  private static final int MOST = 1_000;

  private final Map<RunId, Quarantined> runs =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Quarantined> eldest) {
          return size() > MOST;
        }
      };

  /// A copy, for whoever is not the loop.
  private volatile List<Quarantined> shown = List.of();

  void add(RunId run, RuntimeException bug) {
    String why = bug instanceof StoreFailure ? String.valueOf(bug.getMessage()) : bug.toString();
    runs.put(run, new Quarantined(run, why));
    shown = List.copyOf(runs.values());
  }

  boolean holds(RunId run) {
    return runs.containsKey(run);
  }

  /// What is in it. Asked by any thread.
  List<Quarantined> shown() {
    return shown;
  }

  /// What somebody is told who wants something of such a run.
  Optional<Decision> refusal(RunId run) {
    return Optional.ofNullable(runs.get(run))
        .map(held ->
            new Decision.Refused(
                new Refusal(
                    Refusal.Code.WRONG_STATE,
                    "run %s is quarantined after an internal error: %s"
                        .formatted(run, held.why()))));
  }

  List<Bounded> sizes() {
    return List.of(
        new Bounded("Quarantine.runs", runs.size(), MOST),
        new Bounded("Quarantine.shown", shown.size(), MOST));
  }
}
