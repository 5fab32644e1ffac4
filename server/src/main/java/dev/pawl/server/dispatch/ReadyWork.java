package dev.pawl.server.dispatch;

import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.event.DomainEvent.PlaceChanged;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.store.QueuedAttempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Attempts that are ready to be leased, and those that are blocked by others. Updated by decisions
/// as they are made; the updates are undone if these are not committed. Owned by the loop.
final class ReadyWork {

  private final ReadyQueues queues;
  private final BlockedQueue parking;
  private final PagedCursor<String> groups;
  private final PagedCursor<BlockedQueue.MatrixCells> matrices;
  private final UndoLog undo;

  /// @param isServed whether an agent that is connected here meets the demand
  ReadyWork(OrchestratorLimits limits, Predicate<AgentDemand> isServed, UndoLog undo) {
    this.queues = new ReadyQueues(limits.queuedAttempts(), isServed);
    this.parking = new BlockedQueue(limits.blockedAttempts());
    this.groups = new PagedCursor<>("", limits.rescans());
    this.matrices = new PagedCursor<>(BlockedQueue.MatrixCells.FIRST, limits.rescans());
    this.undo = undo;
  }

  void learn(Run run, Transition line) {
    switch (line.cause()) {
      case AttemptMoved(var ref, _, _) -> {
        Job job = run.job(ref.job());
        boolean isReady = job.ref().equals(ref) && job.attempt().state() == AttemptState.QUEUED;
        if (isReady) {
          enqueue(QueuedAttempt.of(run, job));
        } else {
          dequeue(new QueuedAttemptKey(run.id(), ref));
        }
      }
      case PlaceChanged(var index, _, _) when index != GroupMember.WHOLE_RUN -> {
        Job job = run.job(index);
        if (job.attempt().state() == AttemptState.QUEUED) {
          enqueue(QueuedAttempt.of(run, job)); // it has joined its group
        }
      }
      case AttemptLeased(var lease, _, _) -> {
        dequeue(new QueuedAttemptKey(run.id(), lease.attempt()));
        tryNextCell(BlockedQueue.MatrixCells.of(run, run.job(lease.attempt().job())));
      }
      case LeaseMoved(var lease, var event, _) when event != LeaseEvent.ACK ->
          tryNextCell(BlockedQueue.MatrixCells.of(run, run.job(lease.attempt().job())));
      case dev.pawl.core.event.DomainEvent _ -> {}
    }
  }

  /// Retries the attempts that a group admits, after a change of the group.
  void learn(Group group) {
    parking.admittedBy(group).forEach(this::unpark);
  }

  /// Retries one cell for each set of labels; if it is leased, the next one is tried.
  private void tryNextCell(BlockedQueue.MatrixCells cells) {
    parking.nextOf(cells).forEach(this::unpark);
  }

  private void enqueue(QueuedAttempt ready) {
    QueuedAttemptKey key = QueuedAttemptKey.of(ready);
    dequeue(key); // what is known of it may be older
    if (queues.add(ready)) {
      undo.note(() -> queues.remove(key));
    }
  }

  /// Removes an attempt that is not ready any more.
  void dequeue(QueuedAttemptKey key) {
    queues.remove(key).ifPresent(ready -> undo.note(() -> queues.add(ready)));
    parking.remove(key).ifPresent(parked -> undo.note(parked.putBack()));
  }

  /// Blocks an attempt because others go first, until something has changed there.
  void park(QueuedAttempt ready, Run run) {
    QueuedAttemptKey key = QueuedAttemptKey.of(ready);
    dequeue(key);
    parking.add(ready, run);
    undo.note(() -> parking.remove(key));
  }

  private void unpark(QueuedAttemptKey key) {
    parking
        .remove(key)
        .ifPresent(parked -> {
          queues.add(parked.ready());
          undo.note(() -> {
            queues.remove(key);
            parked.putBack().run();
          });
        });
  }

  /// The attempt is in its group already, or has none.
  void joined(QueuedAttempt ready) {
    enqueue(ready.joined());
  }

  /// For each demand, the oldest that has yet to join its group.
  List<QueuedAttempt> joiners() {
    return queues.joiners();
  }

  /// The oldest of each queue.
  List<QueuedAttempt> heads() {
    return queues.heads();
  }

  /// Retries some of the blocked attempts, by the present state of their groups.
  void lookAgain(Function<String, Optional<Group>> current) {
    groups
        .next(parking::groups, Function.identity())
        .forEach(key -> current.apply(key).ifPresent(this::learn));
    matrices.next(parking::matrices, Function.identity()).forEach(this::tryNextCell);
  }

  /// Adds attempts that others have queued, or that were forgotten here.
  void merge(List<QueuedAttempt> ready) {
    ready.stream().filter(one -> !parking.has(QueuedAttemptKey.of(one))).forEach(queues::add);
  }

  List<BoundedSize> sizes() {
    List<BoundedSize> sizes = new ArrayList<>(queues.sizes());
    sizes.addAll(parking.sizes());
    return sizes;
  }
}
