package dev.pawl.simulation.world;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.StoredEffect;
import dev.pawl.server.store.MemoryStore;
import dev.pawl.simulation.judge.Law;
import dev.pawl.simulation.judge.Verdict;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the store holds when everything is over: nothing that anybody waits for, and a journal that
/// tells, from its first line on, exactly what is stored.
final class StoreAtRest {

  private final SimulatedStore store;
  private final Verdict verdict;

  StoreAtRest(SimulatedStore store, Verdict verdict) {
    this.store = store;
    this.verdict = verdict;
  }

  void check(Instant now) {
    List<StoredEffect> effects = store.effects(0, 5);
    if (!effects.isEmpty()) {
      verdict.broken(Law.EFFECT_WITH_CAUSE, "never delivered: " + effects);
    }
    if (!store.ready(1).isEmpty() || !store.due(now.plusSeconds(1_000_000), 1).isEmpty()) {
      verdict.broken(
          Law.NOTHING_LEFT, "still to be done: " + store.ready(3) + store.due(now, 3));
    }
    store.chain().check(store.journal(), verdict);
    replaysFromTheBeginning();
  }

  private void replaysFromTheBeginning() {
    Map<String, Run> replayed = new LinkedHashMap<>();
    for (MemoryStore.Entry entry : store.journal()) {
      if (entry.revision().after() instanceof Run stored) {
        Run before =
            replayed.getOrDefault(
                stored.key(), Run.created(stored.id(), stored.origin()));
        replayed.put(stored.key(), replayed(before, entry.revision(), entry.at()));
      }
    }
    for (Aggregate aggregate : store.everything()) {
      if (aggregate instanceof Run run && !run.equals(replayed.get(run.key()))) {
        verdict.broken(
            Law.JOURNAL_REPLAYS, "run %s is not what its whole journal tells".formatted(run.id()));
      }
    }
  }

  private static Run replayed(Run before, Revision revision, Instant at) {
    Run after = before;
    for (Transition line : revision.transitions()) {
      after = Apply.apply(after, (Event.OfRun) line.cause(), at);
    }
    return after.committed();
  }
}
