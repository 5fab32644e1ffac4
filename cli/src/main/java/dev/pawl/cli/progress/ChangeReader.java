package dev.pawl.cli.progress;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.event.DomainEvent.AttemptCreated;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.event.DomainEvent.JobRendered;
import dev.pawl.core.event.DomainEvent.ResultReused;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Turns the changes of a run into updates for views, in time proportional to the change and not to
/// the run. Used by one thread.
public final class ChangeReader {

  private RunId run = new RunId("");

  /// The number of jobs that views have.
  private int known;

  /// The update of a change.
  public ProgressUpdate update(Change change) {
    Run now = change.run();
    if (!now.id().equals(run)) {
      run = now.id();
      known = 0;
    }
    var changed = new TreeSet<Integer>();
    List<ProgressEvent> events = new ArrayList<>();
    for (Transition line : change.transitions()) {
      job(line.cause()).filter(job -> job < known).ifPresent(changed::add);
      event(line, change.at()).ifPresent(events::add);
    }
    IntStream.range(known, now.jobs().size()).forEach(changed::add);
    known = now.jobs().size();
    return new ProgressUpdate(
        RunHeader.of(now),
        changed.stream().map(job -> JobSnapshot.of(now.job(job))).toList(),
        events);
  }

  /// An update with all jobs of the run, after changes were not read.
  public ProgressUpdate complete(Run now) {
    run = now.id();
    known = now.jobs().size();
    return new ProgressUpdate(
        RunHeader.of(now),
        IntStream.range(0, known).mapToObj(job -> JobSnapshot.of(now.job(job))).toList(),
        List.of());
  }

  /// The job that an event changes.
  private static Optional<Integer> job(DomainEvent cause) {
    return switch (cause) {
      case AttemptCreated(var ref, _) -> Optional.of(ref.job());
      case StepMoved moved -> Optional.of(moved.attempt().job());
      case JobRendered(int job, _) -> Optional.of(job);
      case DomainEvent _ -> attemptOf(cause).map(AttemptRef::job);
    };
  }

  private static Optional<AttemptRef> attemptOf(DomainEvent cause) {
    return switch (cause) {
      case AttemptMoved(var ref, _, _) -> Optional.of(ref);
      case AttemptPaused(var ref, _, _, _) -> Optional.of(ref);
      case AttemptCompleted(var ref, _, _, _, _) -> Optional.of(ref);
      case AttemptLeased(var lease, _, _) -> Optional.of(lease.attempt());
      case ResultReused(var ref, _, _, _, _) -> Optional.of(ref);
      case DomainEvent _ -> Optional.empty();
    };
  }

  private static Optional<ProgressEvent> event(Transition line, Instant at) {
    if (line.cause() instanceof StepMoved moved) {
      return moved.event() == StepEvent.START
          ? Optional.of(new ProgressEvent.StepStart(moved.attempt(), moved.step(), at))
          : Optional.empty();
    }
    return attemptOf(line.cause())
        .map(ref ->
            new ProgressEvent.JobTransition(
                ref,
                AttemptEvent.valueOf(line.event()),
                Machine.ofWireName(AttemptState.class, line.to()),
                line.reason(),
                at));
  }
}
