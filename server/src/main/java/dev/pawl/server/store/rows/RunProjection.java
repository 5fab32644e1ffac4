package dev.pawl.server.store.rows;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.classify.Evidence;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.event.DomainEvent.AttemptCreated;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.event.DomainEvent.CommitRecorded;
import dev.pawl.core.event.DomainEvent.HooksAdded;
import dev.pawl.core.event.DomainEvent.Intervened;
import dev.pawl.core.event.DomainEvent.JobApproved;
import dev.pawl.core.event.DomainEvent.JobRendered;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.event.DomainEvent.PlaceChanged;
import dev.pawl.core.event.DomainEvent.PlanningRetried;
import dev.pawl.core.event.DomainEvent.ProcessesLeft;
import dev.pawl.core.event.DomainEvent.Rebuilt;
import dev.pawl.core.event.DomainEvent.ResultReused;
import dev.pawl.core.event.DomainEvent.RunApproved;
import dev.pawl.core.event.DomainEvent.RunCancelled;
import dev.pawl.core.event.DomainEvent.RunMoved;
import dev.pawl.core.event.DomainEvent.RunPlanned;
import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.event.DomainEvent.UploadBounded;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/// Turns the transitions of a run into rows of its attempts, with their leases, and steps. The work
/// is proportional to what changed.
public final class RunProjection {

  private final AttemptRowWriter attempts;
  private final LeaseRowWriter leases;
  private final StepRowWriter steps;
  private final Consumer<String> queue;

  public RunProjection(WriteBatch writes, LeaseRowWriter leases) {
    this.attempts = new AttemptRowWriter(writes);
    this.leases = leases;
    this.steps = new StepRowWriter(writes);
    this.queue = writes::withdraw;
  }

  public void apply(Change change, Run run, Transition line) {
    Instant at = change.at();
    String id = run.id().value();
    switch ((DomainEvent.OfRun) line.cause()) {
      case RunMoved _,
          RunCancelled _,
          PlanningRetried _,
          CommitRecorded _,
          RunApproved _ -> {} // in the run's own row
      case Rebuilt _, Intervened _ -> {} // changes no state
      case RunRestored restored -> { // else it is what the rows say
        restored.strays().forEach(stray -> leases.revoke(id, stray.lease()));
        queue.accept(id);
      }
      case PlaceChanged(var job, _, var reason) -> {
        // That of the run is in its own row.
        if (job != GroupMember.WHOLE_RUN && reason.code() == ReasonCode.CONCURRENCY) {
          attempts.explain(run.id(), run.job(job).ref(), reason);
        }
      }
      case JobApproved _, UploadBounded _ -> {} // in no row
      case ProcessesLeft _, LeaseRenewed _ -> {} // in no row
      case RunPlanned _ -> attempts.insertAll(run, at);
      case JobRendered(var job, var cells) -> attempts.expandMatrix(run, job, cells, at);
      case HooksAdded(var job, _) -> attempts.insertAdded(run, job, at);
      case AttemptMoved(var ref, var event, var reason) -> {
        transition(run, line, new Move(ref, event, reason), at);
        if (event == AttemptEvent.START) {
          renewLease(run, ref);
        }
      }
      case AttemptPaused(var ref, var event, var until, var reason) ->
          transition(run, line, new Move(ref, event, until, Optional.empty(), reason), at);
      case AttemptCompleted(var ref, var event, _, var evidence, var reason) ->
          transition(run, line, new Move(ref, event, Optional.empty(), evidence, reason), at);
      case ResultReused(var ref, _, _, _, var reason) ->
          transition(run, line, new Move(ref, AttemptEvent.SKIP, reason), at);
      case AttemptLeased(var lease, var agent, var reason) -> {
        transition(run, line, new Move(lease.attempt(), AttemptEvent.LEASE, reason), at);
        leases.grant(id, lease, agent, versionOf(agent, change), at);
      }
      case AttemptCreated(var ref, var reason) ->
          attempts.insertNext(run, ref, reason, notBefore(run, ref), at);
      case LeaseMoved moved -> leases.transition(id, moved, line.to(), at);
      case StepMoved moved ->
          steps.transition(run, moved, () -> nameOf(run, moved), line.from(), line.to(), at);
    }
  }

  /// The time before which a new attempt may not start, because of processes of the one before.
  private static Optional<Instant> notBefore(Run run, AttemptRef ref) {
    return run.currentAttempt(ref).orElse(null) instanceof Attempt.Idle idle
        ? idle.until()
        : Optional.empty();
  }

  /// The name of a step as the plan has it, or of a hook.
  private static String nameOf(Run run, StepMoved moved) {
    var planned = run.job(moved.attempt().job()).planned();
    if (moved.type().isHook()) {
      return moved.type().title();
    }
    return moved.step() < planned.steps().size() // a restored run has no plan
        ? planned.body().name(moved.step())
        : "step " + (moved.step() + 1);
  }

  /// Renews the lease: a start, also after a recovery, counts as a heartbeat.
  private void renewLease(Run run, AttemptRef ref) {
    if (run.currentAttempt(ref).orElse(null) instanceof Attempt.WithAgent held) {
      var lease = new LeaseRef(ref, held.lease().number());
      leases.renew(run.id().value(), lease, held.lease().renewedAt());
    }
  }

  /// The move of an attempt, as its event has it.
  private record Move(
      AttemptRef ref,
      AttemptEvent event,
      Optional<Instant> until,
      Optional<Evidence> evidence,
      Reason reason) {

    Move(AttemptRef ref, AttemptEvent event, Reason reason) {
      this(ref, event, Optional.empty(), Optional.empty(), reason);
    }
  }

  private void transition(Run run, Transition line, Move move, Instant at) {
    attempts.transition(
        run,
        new AttemptRowWriter.AttemptTransition(
            move.ref(),
            move.event(),
            line.from(),
            line.to(),
            move.until(),
            move.evidence(),
            move.reason()),
        at);
  }

  /// The agent's version after it got the lease. Versions rise, so they order its leases.
  private static long versionOf(String agent, Change change) {
    for (Revision revision : change.revisions()) {
      if (revision.after() instanceof Agent taking && taking.key().equals(agent)) {
        return taking.version();
      }
    }
    return 0;
  }
}
