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
import java.util.List;
import java.util.function.Function;

/// What is ready to be leased, and what would be if others did not go first. Learned from the lines
/// of decisions as they are made, and taken back if they are not committed. Owned by the loop.
final class Demand {

  private final ReadyQueues queues = new ReadyQueues();
  private final Parking parking = new Parking();
  private final Undo undo;

  Demand(Undo undo) {
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
      case AttemptLeased(var lease, _, _) -> dequeue(new InQueue(run.id(), lease.attempt()));
      case LeaseMoved(_, var event, _) when event != LeaseEvent.ACK ->
          parking.ofMatrixIn(run.key()).stream().findFirst().ifPresent(this::unpark);
      case dev.pawl.core.engine.Event _ -> {}
    }
  }

  /// Somebody came to a group or left it: whoever it lets in now is tried again.
  void learn(Group group) {
    parking.admittedBy(group).forEach(this::unpark);
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
    parking.remove(key).ifPresent(parked -> undo.note(() -> parking.add(parked)));
  }

  /// Others go first. It is not tried again before something has changed there.
  void park(Ready ready, Run run) {
    InQueue key = InQueue.of(ready);
    dequeue(key);
    parking.add(Parking.of(ready, run));
    undo.note(() -> parking.remove(key));
  }

  private void unpark(InQueue key) {
    parking
        .remove(key)
        .ifPresent(parked -> {
          queues.add(parked.ready());
          undo.note(() -> {
            queues.remove(key);
            parking.add(parked);
          });
        });
  }

  /// The oldest of each queue.
  List<Ready> heads() {
    return queues.heads();
  }

  /// Looks again at whoever is parked, as the groups are now.
  void lookAgain(Function<String, Group> groups) {
    parking.groups().forEach(key -> learn(groups.apply(key)));
    parking.runs().forEach(run -> parking.ofMatrixIn(run).forEach(this::unpark));
  }

  /// Takes over what others have queued.
  void merge(List<Ready> ready) {
    ready.stream().filter(one -> !parking.has(InQueue.of(one))).forEach(queues::add);
  }
}
