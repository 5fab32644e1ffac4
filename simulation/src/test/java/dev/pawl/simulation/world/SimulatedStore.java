package dev.pawl.simulation.world;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Revision;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.Conflict;
import dev.pawl.server.runtime.OutcomeUnknown;
import dev.pawl.server.runtime.StoreFailure;
import dev.pawl.server.store.MemoryStore;
import dev.pawl.server.store.WrittenJournal;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.scenario.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The one store of a world, with everything that a database can do to its caller.
final class SimulatedStore extends MemoryStore {

  /// One commit in so many, for each kind of fault.
  private static final int SELDOM = 250;

  /// Small, so that breakers trip within a simulation.
  private static final ToolProfile PROFILE =
      ToolProfile.breaking(2, Duration.ofSeconds(20), 1, List.of(70));

  private final Faults faults;
  private final Chance chance;
  private final Timeline timeline;
  private final StoreClock clock;
  private final Consumer<Commit> witness;
  private final Optional<WrittenJournal> written;
  private long fullUntil = Long.MIN_VALUE;

  /// Who is calling; nobody where the simulation itself looks.
  private @Nullable SimulatedOrchestrator caller;

  /// @param isWritten whether the journal is kept once more, as a database would
  SimulatedStore(
      Timeline timeline,
      Faults faults,
      Chance chance,
      boolean isWritten,
      Consumer<Commit> witness) {
    this(new StoreClock(timeline), timeline, faults, chance, isWritten, witness);
  }

  private SimulatedStore(
      StoreClock clock,
      Timeline timeline,
      Faults faults,
      Chance chance,
      boolean isWritten,
      Consumer<Commit> witness) {
    super(clock);
    this.clock = clock;
    this.timeline = timeline;
    this.faults = faults;
    this.chance = chance;
    this.written = isWritten ? Optional.of(new WrittenJournal()) : Optional.empty();
    this.witness = witness;
  }

  StoreClock clock() {
    return clock;
  }

  Optional<WrittenJournal> written() {
    return written;
  }

  void calledBy(@Nullable SimulatedOrchestrator orchestrator) {
    caller = orchestrator;
  }

  Optional<SimulatedOrchestrator> caller() {
    return Optional.ofNullable(caller);
  }

  @Override
  public Breaker breaker(String tool) {
    Breaker stored = super.breaker(tool);
    return stored.version() == 0 ? Breaker.of(tool, PROFILE) : stored;
  }

  @Override
  protected void beforeRead() {
    if (caller != null && !caller.isAlive()) {
      throw new Crash();
    }
  }

  @Override
  protected void beforeCommit(Commit commit) {
    if (caller == null) {
      return;
    }
    if (!caller.isAlive()) {
      throw new Crash();
    }
    if (timeline.now() < fullUntil && !faults.areOver()) {
      throw new StoreFailure("no space left on the device");
    }
    if (happens(Fault.STORE_FULL)) {
      fullUntil = timeline.now() + chance.between(500, 40_000);
      throw new StoreFailure("no space left on the device");
    }
    if (happens(Fault.STORE_SLOW)) {
      caller.busyFor(chance.heavyTail(200, 30_000));
    }
    if (!commit.changes().isEmpty() && happens(Fault.CONFLICT)) {
      throw new Conflict(someOf(commit));
    }
    if (happens(Fault.CRASH_BEFORE_COMMIT)) {
      caller.die();
      throw new Crash();
    }
    if (happens(Fault.UNKNOWN_AND_NOT_DONE)) {
      throw new OutcomeUnknown("the connection broke");
    }
  }

  @Override
  protected void afterCommit(Commit commit) {
    written.ifPresent(journal -> write(journal, commit));
    witness.accept(commit);
    if (caller == null) {
      return;
    }
    if (happens(Fault.CRASH_AFTER_COMMIT)) {
      caller.die();
      throw new Crash();
    }
    if (happens(Fault.UNKNOWN_BUT_DONE)) {
      throw new OutcomeUnknown("the connection broke");
    }
    if (happens(Fault.CRASH_BEFORE_EFFECTS)) {
      caller.dieAfter(0);
    }
    if (happens(Fault.CRASH_BETWEEN_EFFECTS)) {
      caller.dieAfter(chance.between(1, 3));
    }
  }

  private static void write(WrittenJournal journal, Commit commit) {
    for (Change change : commit.changes()) {
      for (Revision revision : change.revisions()) {
        journal.add(commit.id(), change.at(), revision);
      }
    }
  }

  private boolean happens(Fault fault) {
    return faults.mayHappen(fault) && chance.oneIn(SELDOM) && faults.fires(fault);
  }

  private List<Conflict.On> someOf(Commit commit) {
    List<Conflict.On> all = new ArrayList<>();
    for (var change : commit.changes()) {
      for (var revision : change.revisions()) {
        Aggregate after = revision.after();
        all.add(new Conflict.On(after.kind(), after.key()));
      }
    }
    return List.of(chance.oneOf(all));
  }
}
