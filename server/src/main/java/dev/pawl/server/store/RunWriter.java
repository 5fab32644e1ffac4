package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Event.AttemptCompleted;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMade;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.AttemptPaused;
import dev.pawl.core.engine.Event.HooksAdded;
import dev.pawl.core.engine.Event.Intervened;
import dev.pawl.core.engine.Event.JobApproved;
import dev.pawl.core.engine.Event.JobRendered;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.engine.Event.PlaceChanged;
import dev.pawl.core.engine.Event.PlanningTried;
import dev.pawl.core.engine.Event.ProcessesLeft;
import dev.pawl.core.engine.Event.Rebuilt;
import dev.pawl.core.engine.Event.ResultKept;
import dev.pawl.core.engine.Event.RunApproved;
import dev.pawl.core.engine.Event.RunCancelled;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.engine.Event.RunPlanned;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.engine.Event.UploadBounded;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.Change;
import java.time.Instant;
import java.util.Optional;

/// What the lines of a run's journal make of the rows inside it, so that a change costs what
/// changed.
final class RunWriter {

  private static final String STARTING = Machine.wireName(AttemptState.STARTING);

  private final AttemptWrites attempts;
  private final JobWrites jobs;
  private final LeaseWrites leases;
  private final StepWrites steps;

  RunWriter(Writes writes, LeaseWrites leases) {
    this.attempts = new AttemptWrites(writes);
    this.jobs = new JobWrites(writes, attempts);
    this.leases = leases;
    this.steps = new StepWrites(writes);
  }

  void happened(Change change, Run run, Transition line) {
    Instant at = change.at();
    String id = run.id().value();
    switch ((Event.OfRun) line.cause()) {
      case RunMoved _, RunCancelled _, PlanningTried _, RunApproved _ -> {} // the run's own row
      case Rebuilt _, Intervened _ -> {} // it is as it was
      case PlaceChanged _, JobApproved _, UploadBounded _ -> {} // in no row of it
      case ProcessesLeft _, LeaseRenewed _ -> {} // nor these
      case RunPlanned _ -> jobs.insertAll(run, at);
      case JobRendered(var job, var cells) -> jobs.rendered(run, job, cells, at);
      case HooksAdded(var job, _) -> jobs.added(run, job, at);
      case AttemptMoved(var ref, var event, var reason) -> {
        moved(run, line, ref, event, Optional.empty(), reason, at);
        if (event == AttemptEvent.START) {
          boolean isFirst = line.from().equals(STARTING);
          steps.insertPlanned(id, ref, run.job(ref.job()).planned(), isFirst);
          alive(run, ref);
        }
      }
      case AttemptPaused(var ref, var event, var until, var reason) ->
          moved(run, line, ref, event, until, reason, at);
      case AttemptCompleted(var ref, var event, _, _, var reason) ->
          moved(run, line, ref, event, Optional.empty(), reason, at);
      case ResultKept(var ref, _, _, _, var reason) ->
          moved(run, line, ref, AttemptEvent.SKIP, Optional.empty(), reason, at);
      case AttemptLeased(var lease, var agent, var reason) -> {
        moved(run, line, lease.attempt(), AttemptEvent.LEASE, Optional.empty(), reason, at);
        leases.insert(id, lease, agent, versionOf(agent, change), at);
      }
      case AttemptMade(var ref, var reason) -> {
        attempts.insert(id, ref, reason, notBefore(run, ref), at);
        jobs.currentAttempt(id, ref);
      }
      case LeaseMoved moved -> leases.moved(id, moved, line.to(), at);
      case StepMoved moved -> steps.moved(id, moved, line.to(), at);
    }
  }

  /// A new attempt may have to wait for the processes of the one before.
  private static Optional<Instant> notBefore(Run run, AttemptRef ref) {
    return run.current(ref).orElse(null) instanceof Attempt.Idle idle
        ? idle.until()
        : Optional.empty();
  }

  /// To start, and to come back, is a sign of life.
  private void alive(Run run, AttemptRef ref) {
    if (run.current(ref).orElse(null) instanceof Attempt.WithAgent held) {
      var lease = new LeaseRef(ref, held.lease().number());
      leases.renewed(run.id().value(), lease, held.lease().renewedAt());
    }
  }

  private void moved(
      Run run,
      Transition line,
      AttemptRef ref,
      AttemptEvent event,
      Optional<Instant> until,
      Reason reason,
      Instant at) {
    attempts.moved(
        run, new AttemptWrites.Move(ref, event, line.from(), line.to(), until, reason), at);
  }

  /// The version with which the agent takes the lease: they rise, and so tell the order.
  private static long versionOf(String agent, Change change) {
    for (Revision revision : change.revisions()) {
      if (revision.after() instanceof Agent taking && taking.key().equals(agent)) {
        return taking.version();
      }
    }
    return 0;
  }
}
