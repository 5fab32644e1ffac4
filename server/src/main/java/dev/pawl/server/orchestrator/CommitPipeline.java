package dev.pawl.server.orchestrator;

import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.CommittedStoreView;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.effects.Outbox;
import dev.pawl.server.metrics.OrchestratorCounters;
import dev.pawl.server.metrics.OrchestratorCounters.Counter;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes batches durable, one commit at a time, and only then releases their replies and effects.
/// Owned by the loop.
///
/// A commit whose outcome is unknown stays so until the store can tell by the commit's id; nothing
/// else is decided before.
final class CommitPipeline {

  /// State of the commit.
  sealed interface State {}

  /// There is none.
  record Idle() implements State {}

  /// A batch is being committed.
  ///
  /// @param input to be decided again if the commit turns out not to have happened
  /// @param dispatcherUndoMark the position in the dispatcher's undo log after this batch
  record InFlight(
      Batch batch,
      Commit commit,
      BatchInput input,
      int dispatcherUndoMark,
      CommitExecutor.PendingCommit pending)
      implements State {}

  /// The connection broke during a commit, and the store has not been able to tell since whether it
  /// happened.
  record OutcomeUnknown(InFlight last) implements State {}

  /// A batch that is about to be committed.
  record Proposal(Batch batch, Commit commit, Store.PreparedCommit prepared) {}

  private static final int MAX_FAILED_COMMITS = 3;

  private final OrchestratorIdentity identity;
  private final Store store;
  private final CommittedStoreView view;
  private final CommitExecutor executor;
  private final Runnable onEnd;
  private final LoopMemory memory;
  private final Outbox outbox;
  private final RunObserver observer;
  private final OrchestratorCounters counters;
  private State state = new Idle();
  private long commits;
  private int inVain;

  /// The requests whose replies are being released, while that takes, or has failed.
  private List<LoopRequest> releasing = List.of();

  /// @param onEnd called when a commit has ended, by any thread
  CommitPipeline(
      OrchestratorIdentity identity,
      CommittedStoreView view,
      CommitExecutor executor,
      Runnable onEnd,
      LoopMemory memory,
      Outbox outbox,
      RunObserver observer,
      OrchestratorCounters counters) {
    this.identity = identity;
    this.store = view.withoutWaiting();
    this.view = view;
    this.executor = executor;
    this.onEnd = onEnd;
    this.memory = memory;
    this.outbox = outbox;
    this.observer = observer;
    this.counters = counters;
  }

  State state() {
    return state;
  }

  /// The batch that is being committed, if there is one.
  Optional<InFlight> inFlight() {
    return state instanceof InFlight flight ? Optional.of(flight) : Optional.empty();
  }

  /// Works out what the batch makes durable, while the one before may be in flight.
  Proposal propose(Batch batch) {
    Commit commit =
        batch.commit(
            identity.id(),
            identity.commit(++commits),
            agent -> memory.agents().of(agent).isPresent(),
            outbox.dispatchedHere(batch.changes()));
    return new Proposal(batch, commit, store.prepare(commit));
  }

  /// Begins to commit.
  ///
  /// @param isAlone whether no other request waits: the commit then runs in the caller's thread
  InFlight begin(Proposal proposal, BatchInput input, boolean isAlone) {
    CommitExecutor.PendingCommit pending =
        executor.execute(proposal.prepared()::commit, isAlone, onEnd);
    view.begin(pending::await);
    int learned = memory.dispatcher().uncommitted();
    var flight = new InFlight(proposal.batch(), proposal.commit(), input, learned, pending);
    state = flight;
    return flight;
  }

  /// Waits for the end of the commit in flight. Returns whether it is durable; if not, its outcome
  /// is unknown.
  ///
  /// @throws CommitConflict if it must be decided again
  boolean await(InFlight flight) {
    try {
      flight.pending().result();
    } catch (CommitOutcomeUnknown _) {
      state = new OutcomeUnknown(flight);
      return false;
    } catch (RuntimeException e) {
      state = new Idle();
      counters.add(Counter.CONFLICTS, e instanceof CommitConflict ? 1 : 0);
      throw e;
    }
    state = new Idle();
    committed(flight);
    return true;
  }

  private void committed(InFlight flight) {
    inVain = 0;
    counters.committed(flight.commit().changes().size());
    outbox.discarded(flight.commit().delivered());
    memory.dispatcher().settle(flight.dispatcherUndoMark());
  }

  /// Releases the replies and effects of a batch that is durable.
  void release(InFlight flight) {
    releasing = flight.input().requests();
    release(flight.batch(), flight.commit());
    releasing = List.of();
  }

  /// Releases the replies of a batch that has nothing to make durable.
  void release(Batch batch, List<LoopRequest> requests) {
    batch.delivered().forEach(outbox::delivered);
    memory.dispatcher().settle(memory.dispatcher().uncommitted());
    releasing = requests;
    release(batch, (Commit) null);
    releasing = List.of();
  }

  private void release(Batch batch, @Nullable Commit commit) {
    batch.updateCache();
    memory.cache().settle();
    if (commit != null) {
      for (Change change : commit.changes()) {
        count(change);
        change.affectedRun().ifPresent(_ -> observer.committed(change));
        outbox.committed(commit, change);
      }
    }
    batch.release();
  }

  private void count(Change change) {
    List<Revision> revisions = change.revisions();
    for (int i = 0; i < revisions.size(); i++) {
      counters.moved(revisions.get(i).transitions());
    }
    if (revisions.getFirst().after() instanceof Run run && run.isOver() && hasJustEnded(change)) {
      counters.ended(run, change.at());
    }
  }

  private static boolean hasJustEnded(Change change) {
    List<Transition> lines = change.transitions();
    return !lines.isEmpty()
        && change.run().since().equals(change.at())
        && lines.stream().anyMatch(line -> line.machine().equals(RunMachine.MACHINE.name()));
  }

  /// Finds out what became of a commit whose outcome is unknown. Returns the requests that are to
  /// be decided again because it did not happen.
  ///
  /// @throws StoreUnavailable if the store cannot tell yet
  List<LoopRequest> resolve() {
    if (!(state instanceof OutcomeUnknown(var last))) {
      return List.of();
    }
    boolean isCommitted = wasCommitted(last.commit());
    state = new Idle();
    if (isCommitted) {
      committed(last);
      release(last);
      return List.of();
    }
    inVain++;
    memory.discard();
    return last.input().requests();
  }

  private boolean wasCommitted(Commit commit) {
    try {
      return store.wasCommitted(commit);
    } catch (CommitOutcomeUnknown e) {
      throw new StoreUnavailable("the store cannot tell whether a commit has happened", e);
    }
  }

  /// Whether one commit after another had an unknown outcome and did not happen: then to try again
  /// at once is of no use.
  boolean hasRepeatedlyFailed() {
    return inVain >= MAX_FAILED_COMMITS;
  }

  /// Gives up the commit in flight, when it has ended: nothing is released. Returns its requests.
  List<LoopRequest> abandon() {
    if (!(state instanceof InFlight flight)) {
      return List.of();
    }
    flight.pending().await();
    state = new Idle();
    return flight.input().requests();
  }

  /// The requests of which only the store knows whether they were committed.
  List<LoopRequest> uncertain() {
    return switch (state) {
      case Idle _ -> List.of();
      case InFlight flight -> flight.input().requests();
      case OutcomeUnknown(var last) -> last.input().requests();
    };
  }

  /// Takes the requests whose replies were being released when that failed.
  List<LoopRequest> takeUnansweredRequests() {
    List<LoopRequest> unreleased = releasing;
    releasing = List.of();
    return unreleased;
  }

  /// Discards the delivered effects, by a commit of their own.
  void discardDelivered() {
    List<Long> delivered = outbox.delivered();
    if (!delivered.isEmpty()) {
      store.commit(new Commit(identity.commit(++commits), List.of(), delivered, List.of()));
      outbox.discarded(delivered);
    }
  }

  /// @param batch how many requests a batch may have
  List<BoundedSize> sizes(int batch) {
    return List.of(new BoundedSize("CommitPipeline.releasing", releasing.size(), batch));
  }
}
