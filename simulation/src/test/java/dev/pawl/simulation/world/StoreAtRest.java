package dev.pawl.simulation.world;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Group;
import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.Age;
import dev.pawl.server.runtime.Due;
import dev.pawl.server.runtime.Ready;
import dev.pawl.server.runtime.StoredEffect;
import dev.pawl.server.store.MemoryStore;
import dev.pawl.server.store.WrittenJournal;
import dev.pawl.simulation.judge.Law;
import dev.pawl.simulation.judge.Verdict;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    List<Ready> ready = store.ready(Age.FIRST, 3);
    List<Due> due = store.due(now.plusSeconds(1_000_000), Due.FIRST, 3);
    if (!ready.isEmpty() || !due.isEmpty()) {
      verdict.broken(Law.NOTHING_LEFT, "still to be done: " + ready + due);
    }
    versionsWithoutGaps();
    replaysFromTheBeginning();
    store.written().ifPresent(this::isWhole);
  }

  private void versionsWithoutGaps() {
    Map<String, Long> versions = new LinkedHashMap<>();
    for (MemoryStore.Entry entry : store.journal()) {
      Aggregate after = entry.revision().after();
      String key = after.kind() + " " + after.key();
      if (after.version() != versions.getOrDefault(key, 0L) + 1) {
        verdict.broken(
            Law.JOURNAL_WHOLE, "a gap before version %d of %s".formatted(after.version(), key));
      }
      versions.put(key, after.version());
    }
  }

  /// Read as it was written: the chain of hashes holds, and it tells what is stored.
  private void isWhole(WrittenJournal journal) {
    journal.broken().ifPresent(where -> verdict.broken(Law.JOURNAL_WHOLE, "tampered: " + where));
    for (Aggregate aggregate : store.everything()) {
      Optional<Aggregate> beginning = beginning(aggregate);
      if (beginning.isPresent() && !aggregate.equals(journal.replayed(beginning.get()))) {
        verdict.broken(
            Law.JOURNAL_REPLAYS,
            "%s %s is not what its written journal tells"
                .formatted(aggregate.kind(), aggregate.key()));
      }
    }
  }

  /// What an agent holds follows from the runs' journals, not from its own.
  private static Optional<Aggregate> beginning(Aggregate aggregate) {
    return switch (aggregate) {
      case Run run -> Optional.of(Run.created(run.id(), run.origin()));
      case Group group -> Optional.of(Group.named(group.key()));
      case Breaker breaker -> Optional.of(Breaker.of(breaker.key(), breaker.profile()));
      case Aggregate _ -> Optional.empty();
    };
  }

  private void replaysFromTheBeginning() {
    Map<String, Run> replayed = new LinkedHashMap<>();
    for (MemoryStore.Entry entry : store.journal()) {
      if (entry.revision().after() instanceof Run stored) {
        Run before = replayed.getOrDefault(stored.key(), Run.created(stored.id(), stored.origin()));
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
