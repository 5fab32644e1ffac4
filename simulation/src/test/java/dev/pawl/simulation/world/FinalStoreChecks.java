package dev.pawl.simulation.world;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.MemoryStore;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import dev.pawl.server.store.StoredEffect;
import dev.pawl.server.store.journal.InMemoryJournal;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks of the store when everything is over: no pending work is left, and each journal replays,
/// from its first entry, to exactly the stored state.
final class FinalStoreChecks {

  private final SimulatedStore store;
  private final ViolationRecorder violations;

  FinalStoreChecks(SimulatedStore store, ViolationRecorder violations) {
    this.store = store;
    this.violations = violations;
  }

  void check(Instant now) {
    List<StoredEffect> effects = store.pendingEffects(0, 5);
    if (!effects.isEmpty()) {
      violations.violated(Invariant.EFFECT_WITH_CAUSE, "never delivered: " + effects);
    }
    List<QueuedAttempt> ready = store.queuedAttempts(QueuePosition.FIRST, 3);
    List<DueRun> due = store.dueRuns(now.plusSeconds(1_000_000), DueRun.FIRST, 3);
    if (!ready.isEmpty() || !due.isEmpty()) {
      violations.violated(Invariant.NOTHING_LEFT, "still to be done: " + ready + due);
    }
    List<MemoryStore.Entry> journal = store.journal();
    versionsWithoutGaps(journal);
    replaysFromTheBeginning(journal);
    store.written().ifPresent(this::isWhole);
  }

  private void versionsWithoutGaps(List<MemoryStore.Entry> journal) {
    Map<AggregateKey, Long> versions = new LinkedHashMap<>();
    for (MemoryStore.Entry entry : journal) {
      Aggregate after = entry.revision().after();
      Long before = versions.put(AggregateKey.of(after), after.version());
      if (after.version() != (before == null ? 0 : before) + 1) {
        violations.violated(
            Invariant.JOURNAL_WHOLE,
            "a gap before version %d of %s %s"
                .formatted(after.version(), after.kind(), after.key()));
      }
    }
  }

  /// Checks the encoded journal: its hash chain holds and it replays to the stored state.
  private void isWhole(InMemoryJournal journal) {
    journal
        .broken()
        .ifPresent(where -> violations.violated(Invariant.JOURNAL_WHOLE, "tampered: " + where));
    for (Aggregate aggregate : store.everything()) {
      Optional<Aggregate> beginning = beginning(aggregate);
      if (beginning.isPresent() && !aggregate.equals(journal.replay(beginning.get()))) {
        violations.violated(
            Invariant.JOURNAL_REPLAYS,
            "%s %s is not what its written journal tells"
                .formatted(aggregate.kind(), aggregate.key()));
      }
    }
  }

  /// The state before the first entry. An agent's leases follow from the journals of the runs, not
  /// from its own.
  private static Optional<Aggregate> beginning(Aggregate aggregate) {
    return switch (aggregate) {
      case Run run -> Optional.of(Run.created(run.id(), run.origin()));
      case Group group -> Optional.of(Group.named(group.key()));
      case Breaker breaker -> Optional.of(Breaker.of(breaker.key(), breaker.profile()));
      case Aggregate _ -> Optional.empty();
    };
  }

  private void replaysFromTheBeginning(List<MemoryStore.Entry> journal) {
    Map<String, Run> replayed = new LinkedHashMap<>();
    for (MemoryStore.Entry entry : journal) {
      if (entry.revision().after() instanceof Run stored) {
        Run before = replayed.getOrDefault(stored.key(), Run.created(stored.id(), stored.origin()));
        replayed.put(stored.key(), replayed(before, entry.revision(), entry.at()));
      }
    }
    for (Aggregate aggregate : store.everything()) {
      if (aggregate instanceof Run run && !run.equals(replayed.get(run.key()))) {
        violations.violated(
            Invariant.JOURNAL_REPLAYS,
            "run %s is not what its whole journal tells".formatted(run.id()));
      }
    }
  }

  private static Run replayed(Run before, Revision revision, Instant at) {
    Run after = before;
    for (Transition line : revision.transitions()) {
      after = EventApplier.apply(after, (DomainEvent.OfRun) line.cause(), at);
    }
    return after.committed();
  }
}
