package dev.pawl.server.runtime;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.run.RunId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The runs that are left alone, because to decide about them ended in a bug: the others go on. A
/// restart tries them again. Bounded; the oldest is tried again first. Owned by the loop.
final class Quarantine {

  private static final int MOST = 1_000;

  private final Map<RunId, String> runs =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, String> eldest) {
          return size() > MOST;
        }
      };

  void add(RunId run, RuntimeException bug) {
    runs.put(run, bug.toString());
  }

  boolean holds(RunId run) {
    return runs.containsKey(run);
  }

  /// What somebody is told who wants something of such a run.
  Optional<Decision> refusal(RunId run) {
    return Optional.ofNullable(runs.get(run))
        .map(bug ->
            new Decision.Refused(
                new Refusal(
                    Refusal.Code.WRONG_STATE,
                    "run %s is quarantined after an internal error: %s".formatted(run, bug))));
  }

  List<Bounded> sizes() {
    return List.of(new Bounded("Quarantine.runs", runs.size(), MOST));
  }
}
