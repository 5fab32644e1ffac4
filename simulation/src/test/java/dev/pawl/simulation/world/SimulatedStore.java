package dev.pawl.simulation.world;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.MemoryStore;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.journal.InMemoryJournal;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.FaultKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The one store of a simulation, with the faults of a database: conflicts, crashes around a
/// commit, unknown outcomes, a full disk.
final class SimulatedStore extends MemoryStore {

  /// One commit in so many fails, for each kind of fault.
  private static final int SELDOM = 250;

  /// Small, so that breakers trip within a simulation.
  private static final ToolProfile PROFILE =
      ToolProfile.breaking(2, Duration.ofSeconds(20), 1, List.of(70));

  private final FaultInjector faults;
  private final RandomStream chance;
  private final Timeline timeline;
  private final StoreClock clock;
  private final Consumer<Consumer<CommitNotice>> listeners;
  private final Consumer<Commit> witness;
  private final Optional<InMemoryJournal> written;
  private long fullUntil = Long.MIN_VALUE;

  /// The orchestrator that calls; none where the simulation itself reads.
  private @Nullable SimulatedOrchestrator caller;

  /// @param isWritten whether the journal is encoded and kept as a database would keep it
  /// @param listeners receives the listener of each orchestrator that starts
  SimulatedStore(
      Timeline timeline,
      FaultInjector faults,
      RandomStream chance,
      boolean isWritten,
      Consumer<Consumer<CommitNotice>> listeners,
      Consumer<Commit> witness) {
    this(new StoreClock(timeline), timeline, faults, chance, isWritten, listeners, witness);
  }

  private SimulatedStore(
      StoreClock clock,
      Timeline timeline,
      FaultInjector faults,
      RandomStream chance,
      boolean isWritten,
      Consumer<Consumer<CommitNotice>> listeners,
      Consumer<Commit> witness) {
    super(clock);
    this.clock = clock;
    this.timeline = timeline;
    this.faults = faults;
    this.chance = chance;
    this.written = isWritten ? Optional.of(new InMemoryJournal()) : Optional.empty();
    this.listeners = listeners;
    this.witness = witness;
  }

  StoreClock clock() {
    return clock;
  }

  Optional<InMemoryJournal> written() {
    return written;
  }

  void calledBy(@Nullable SimulatedOrchestrator orchestrator) {
    caller = orchestrator;
  }

  Optional<SimulatedOrchestrator> caller() {
    return Optional.ofNullable(caller);
  }

  @Override
  public void onNotification(Consumer<CommitNotice> listener) {
    listeners.accept(listener);
  }

  @Override
  public Breaker breaker(String key) {
    Breaker stored = super.breaker(key);
    return stored.version() == 0 ? Breaker.of(key, PROFILE) : stored;
  }

  @Override
  protected void beforeRead() {
    if (caller != null && !caller.isAlive()) {
      throw new SimulatedCrash();
    }
  }

  @Override
  protected void beforeCommit(Commit commit) {
    if (caller == null) {
      return;
    }
    if (!caller.isAlive()) {
      throw new SimulatedCrash();
    }
    if (timeline.now() < fullUntil && !faults.areOver()) {
      throw new StoreUnavailable("no space left on the device");
    }
    if (happens(FaultKind.STORE_FULL)) {
      fullUntil = timeline.now() + chance.between(500, 40_000);
      throw new StoreUnavailable("no space left on the device");
    }
    if (happens(FaultKind.STORE_SLOW)) {
      caller.busyFor(chance.heavyTail(200, 30_000));
    }
    if (!commit.changes().isEmpty() && happens(FaultKind.CONFLICT)) {
      throw new CommitConflict(someOf(commit));
    }
    if (happens(FaultKind.CRASH_BEFORE_COMMIT)) {
      caller.die();
      throw new SimulatedCrash();
    }
    if (happens(FaultKind.UNKNOWN_AND_NOT_DONE)) {
      throw new CommitOutcomeUnknown("the connection broke");
    }
  }

  @Override
  protected void afterCommit(Commit commit) {
    written.ifPresent(journal -> write(journal, commit));
    witness.accept(commit);
    if (caller == null) {
      return;
    }
    if (happens(FaultKind.CRASH_AFTER_COMMIT)) {
      caller.die();
      throw new SimulatedCrash();
    }
    if (happens(FaultKind.UNKNOWN_BUT_DONE)) {
      throw new CommitOutcomeUnknown("the connection broke");
    }
    if (happens(FaultKind.CRASH_BEFORE_EFFECTS)) {
      caller.dieAfter(0);
    }
    if (happens(FaultKind.CRASH_BETWEEN_EFFECTS)) {
      caller.dieAfter(chance.between(1, 3));
    }
  }

  private static void write(InMemoryJournal journal, Commit commit) {
    for (Change change : commit.changes()) {
      for (Revision revision : change.revisions()) {
        journal.append(commit.id(), change.at(), revision);
      }
    }
  }

  private boolean happens(FaultKind fault) {
    return faults.mayHappen(fault) && chance.oneIn(SELDOM) && faults.fires(fault);
  }

  private List<AggregateKey> someOf(Commit commit) {
    List<AggregateKey> all = new ArrayList<>();
    for (var change : commit.changes()) {
      for (var revision : change.revisions()) {
        Aggregate after = revision.after();
        all.add(new AggregateKey(after.kind(), after.key()));
      }
    }
    return List.of(chance.oneOf(all));
  }
}
