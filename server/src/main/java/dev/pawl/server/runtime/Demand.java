package dev.pawl.server.runtime;

import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Group;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// What is ready to be leased, and what would be if others did not go first. Learned from the lines
/// of decisions as they are made, and taken back if they are not committed. Owned by the loop.
final class Demand {

  private final ReadyQueues queues;
  private final Parking parking;
  private final Round<String> groups;
  private final Round<Parking.Cells> matrices;
  private final Undo undo;

  /// @param isServed whether an agent that is linked here has the labels
  Demand(Limits limits, Predicate<List<String>> isServed, Undo undo) {
    this.queues = new ReadyQueues(limits.queued(), isServed);
    this.parking = new Parking(limits.parked());
    this.groups = new Round<>("", limits.looks());
    this.matrices = new Round<>(Parking.Cells.FIRST, limits.looks());
    this.undo = undo;
  }

  void learn(Run run, Transition line) {
    switch (line.cause()) {
      case AttemptMoved(var ref, _, _) -> {
        Job job = run.job(ref.job());
        boolean isReady = job.ref().equals(ref) && job.attempt().state() == AttemptState.QUEUED;
        if (isReady) {
          enqueue(Ready.of(run, job));
        } else {
          dequeue(new InQueue(run.id(), ref));
        }
      }
      case AttemptLeased(var lease, _, _) -> {
        dequeue(new InQueue(run.id(), lease.attempt()));
        tryNextCell(Parking.Cells.of(run, run.job(lease.attempt().job())));
      }
      case LeaseMoved(var lease, var event, _) when event != LeaseEvent.ACK ->
          tryNextCell(Parking.Cells.of(run, run.job(lease.attempt().job())));
      case dev.pawl.core.engine.Event _ -> {}
    }
  }

  /// Somebody came to a group or left it: whoever it lets in now is tried again.
  void learn(Group group) {
    parking.admittedBy(group).forEach(this::unpark);
  }

  /// One at a time for each kind of agent: if it is let in, the next one is tried.
  private void tryNextCell(Parking.Cells cells) {
    parking.nextOf(cells).forEach(this::unpark);
  }

  private void enqueue(Ready ready) {
    InQueue key = InQueue.of(ready);
    dequeue(key); // what is known of it may be older
    if (queues.add(ready)) {
      undo.note(() -> queues.remove(key));
    }
  }

  /// It is not ready any more.
  void dequeue(InQueue key) {
    queues.remove(key).ifPresent(ready -> undo.note(() -> queues.add(ready)));
    parking.remove(key).ifPresent(parked -> undo.note(parked.putBack()));
  }

  /// Others go first. It is not tried again before something has changed there.
  void park(Ready ready, Run run) {
    InQueue key = InQueue.of(ready);
    dequeue(key);
    parking.add(ready, run);
    undo.note(() -> parking.remove(key));
  }

  private void unpark(InQueue key) {
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

  /// The oldest of each queue.
  List<Ready> heads() {
    return queues.heads();
  }

  /// Looks again at some of those who are parked, as the groups are now.
  void lookAgain(Function<String, Group> current) {
    groups.next(parking::groups, Function.identity()).forEach(key -> learn(current.apply(key)));
    matrices.next(parking::matrices, Function.identity()).forEach(this::tryNextCell);
  }

  /// Takes over what others have queued, or was forgotten here.
  void merge(List<Ready> ready) {
    ready.stream().filter(one -> !parking.has(InQueue.of(one))).forEach(queues::add);
  }

  List<Bounded> sizes() {
    List<Bounded> sizes = new ArrayList<>(queues.sizes());
    sizes.addAll(parking.sizes());
    return sizes;
  }
}
