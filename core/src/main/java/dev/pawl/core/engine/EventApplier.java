package dev.pawl.core.engine;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.Lease;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.classify.Evidence;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AgentAvailabilityChanged;
import dev.pawl.core.event.DomainEvent.AgentBackoffSet;
import dev.pawl.core.event.DomainEvent.AgentLeaseReleased;
import dev.pawl.core.event.DomainEvent.AgentLeaseTaken;
import dev.pawl.core.event.DomainEvent.AgentRegistered;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.event.DomainEvent.AttemptCreated;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.event.DomainEvent.BreakerCounted;
import dev.pawl.core.event.DomainEvent.BreakerMoved;
import dev.pawl.core.event.DomainEvent.CommitRecorded;
import dev.pawl.core.event.DomainEvent.HooksAdded;
import dev.pawl.core.event.DomainEvent.Intervened;
import dev.pawl.core.event.DomainEvent.JobApproved;
import dev.pawl.core.event.DomainEvent.JobRendered;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.event.DomainEvent.MemberJoined;
import dev.pawl.core.event.DomainEvent.MemberLeft;
import dev.pawl.core.event.DomainEvent.MemberPlaced;
import dev.pawl.core.event.DomainEvent.MemberSuperseded;
import dev.pawl.core.event.DomainEvent.MemberYielded;
import dev.pawl.core.event.DomainEvent.PlaceChanged;
import dev.pawl.core.event.DomainEvent.PlanningRetried;
import dev.pawl.core.event.DomainEvent.ProbeChanged;
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
import dev.pawl.core.event.RestoredJob;
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerMachine;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Applies events to state; the only writer of any state. It never decides: an event that the table
/// does not allow is a bug in the decision and ends in [dev.pawl.core.lifecycle.IllegalTransition].
///
/// One file in spite of its length: an architecture test checks that nothing else writes state, and
/// that is simple only if there is one place.
public final class EventApplier {

  /// The aggregate after `event`, which happened at `at`.
  public static Aggregate apply(Aggregate aggregate, DomainEvent event, Instant at) {
    return switch (event) {
      case DomainEvent.OfRun of when aggregate instanceof Run run -> apply(run, of, at);
      case DomainEvent.OfGroup of when aggregate instanceof Group group -> apply(group, of);
      case DomainEvent.OfBreaker of when aggregate instanceof Breaker breaker ->
          apply(breaker, of, at);
      case DomainEvent.OfAgent of when aggregate instanceof Agent agent -> apply(agent, of);
      case DomainEvent _ ->
          throw new IllegalStateException(event + " cannot happen to " + aggregate);
    };
  }

  /// The aggregate after the events of `decisions` decisions that were committed together.
  public static Aggregate replay(
      Aggregate aggregate, List<DomainEvent> events, int decisions, Instant at) {
    Aggregate replayed = aggregate;
    for (DomainEvent event : events) {
      replayed = apply(replayed, event, at);
    }
    for (int decision = 0; decision < decisions; decision++) {
      replayed = committed(replayed);
    }
    return replayed;
  }

  /// The aggregate, one decision later.
  static Aggregate committed(Aggregate aggregate) {
    return aggregate.committed();
  }

  /// The run after `event`, which happened at `at`.
  public static Run apply(Run run, DomainEvent.OfRun event, Instant at) {
    return switch (event) {
      case Rebuilt _, Intervened _ -> run;
      case RunRestored restored -> restored(run, restored);
      case RunMoved(var row, var reason) -> moved(run, row, reason, at);
      case RunCancelled(var row, var isForced, var reason) ->
          moved(run, row, reason, at).withCancel(reason, isForced);
      case RunPlanned(var plan, var row, var until, var reason) -> {
        Run planned = moved(run, row, reason, at).withPlan(plan, at);
        yield planned.with(planned.progress().until(until));
      }
      case PlanningRetried(var reason) -> {
        // Each try has a deadline of its own.
        Run again = run.in(run.state(), at, reason);
        yield again.with(again.progress().tried());
      }
      case CommitRecorded(var commit, _) -> run.with(run.origin().of(commit));
      case RunApproved(var reviewer, var isByOwner, _) ->
          run.with(run.progress().with(run.progress().approvals().and(reviewer, isByOwner)));
      case JobRendered(var job, var cells) ->
          run.with(run.graph().rendered(job, cells, AttemptMachine.MACHINE.initial(), at));
      case HooksAdded(var job, _) ->
          run.with(run.graph().withAdded(job, AttemptMachine.MACHINE.initial(), at));
      case PlaceChanged(var job, var place, var reason) ->
          job == GroupMember.WHOLE_RUN
              ? waiting(run, reason).with(place)
              : run.with(run.graph().with(waiting(run.job(job), reason).with(place)));
      case AttemptMoved(var ref, var row, var reason) ->
          moved(run, ref, row, Optional.empty(), reason, at);
      case AttemptPaused(var ref, var row, var until, var reason) ->
          moved(run, ref, row, until, reason, at);
      case AttemptLeased leased -> leased(run, leased, at);
      case AttemptCompleted(var ref, var row, var outputs, var evidence, var reason) -> {
        var left = new LeftResult(outputs, evidence, Optional.empty());
        yield ended(run, ref, next(run, ref, row), left, reason, at);
      }
      case ResultReused(var ref, var kept, var why, var outputs, var reason) ->
          ended(
              run,
              ref,
              next(run, ref, AttemptEvent.SKIP),
              LeftResult.reused(outputs, new Attempt.OriginalResult(kept, why)),
              reason,
              at);
      case AttemptCreated(var ref, var reason) -> created(run, ref, reason, at);
      case JobApproved(var ref, var reviewer, var isByOwner, _) -> {
        Job job = run.job(ref.job());
        var approvals = job.protection().approvals().and(reviewer, isByOwner);
        yield run.with(
            run.graph()
                .with(job.with(new Job.Protection(approvals, job.protection().isCleared()))));
      }
      case ProcessesLeft(var ref, var until, var isForced) ->
          run.with(
              ref.job(),
              held(run, ref).withLeftProcesses(new Attempt.LeftProcesses(until, isForced)),
              at);
      case UploadBounded(var ref, var until) ->
          run.with(ref.job(), held(run, ref).withUploadDeadline(until), at);
      case LeaseMoved(var lease, var row, _) -> {
        var held = held(run, lease.attempt());
        Lease moved = held.lease().in(LeaseMachine.MACHINE.transition(held.lease().state(), row));
        // An acknowledgement also renews the lease.
        boolean isAlive = row == LeaseEvent.ACK;
        yield run.with(lease.attempt().job(), held.with(isAlive ? moved.renewed(at) : moved), at);
      }
      case LeaseRenewed(var lease) -> {
        var held = held(run, lease.attempt());
        yield run.with(lease.attempt().job(), held.with(held.lease().renewed(at)), at);
      }
      case StepMoved moved -> stepMoved(run, moved, at);
    };
  }

  /// The run as its rows have it. Its jobs have no steps to execute: it can only be ended.
  private static Run restored(Run run, RunRestored event) {
    var plan = new Plan("", event.jobs().stream().map(EventApplier::planned).toList());
    Run restored =
        Run.created(run.id(), run.origin())
            .in(event.state(), event.since(), event.reason())
            .withPlan(plan, event.since())
            .with(event.place());
    for (int index = 0; index < event.jobs().size(); index++) {
      RestoredJob job = event.jobs().get(index);
      restored = restored.with(index, attempt(job), event.since());
      restored = restored.with(restored.graph().with(restored.job(index).with(job.place())));
    }
    return restored.inVersion(event.version());
  }

  private static PlannedJob planned(RestoredJob job) {
    return new PlannedJob(
        job.id(),
        job.name(),
        List.of(),
        List.of(),
        job.runsOn(),
        JobBody.EMPTY,
        PlannedJob.DEFAULT_TIMEOUT,
        PlannedJob.DEFAULT_GRACE,
        "restored from its rows",
        JobPolicy.PLAIN);
  }

  private static Attempt attempt(RestoredJob job) {
    if (AttemptMachine.MACHINE.isTerminal(job.state())) {
      return new Attempt.Ended(
          job.attempt(),
          job.state(),
          job.since(),
          job.reason(),
          job.leases(),
          List.of(),
          OrderedMaps.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
    if (job.lease().isEmpty()) {
      return new Attempt.Idle(
          job.attempt(), job.state(), job.since(), job.reason(), Optional.empty(), job.leases(), 0);
    }
    RestoredJob.LiveLease lease = job.lease().get();
    return new Attempt.WithAgent(
        job.attempt(),
        job.state(),
        job.since(),
        job.reason(),
        new Lease(lease.number(), lease.state(), lease.agent(), lease.renewedAt()),
        0,
        steps(job),
        job.startedAt(),
        Optional.empty(),
        Optional.empty());
  }

  private static List<Step> steps(RestoredJob job) {
    List<Step> steps = new ArrayList<>();
    for (RestoredJob.RestoredStep step : job.steps()) {
      int index = steps.size();
      steps.add(
          StepMachine.MACHINE.isTerminal(step.state())
              ? new Step.Ended(
                  index, step.type(), step.name(), step.state(), step.tries(), StepEnd.NEVER_RAN)
              : new Step.Open(index, step.type(), step.name(), step.state(), step.tries()));
    }
    return steps;
  }

  /// The run in the same state, if it is queued and waits for its group from now on.
  private static Run waiting(Run run, Reason reason) {
    return run.state() == RunState.QUEUED && reason.code() == ReasonCode.CONCURRENCY
        ? run.in(run.state(), run.since(), reason)
        : run;
  }

  /// As [#waiting(Run, Reason)], of a job.
  private static Job waiting(Job job, Reason reason) {
    return job.attempt() instanceof Attempt.Idle idle
            && idle.state() == AttemptState.QUEUED
            && reason.code() == ReasonCode.CONCURRENCY
        ? job.with(idle(idle, idle.state(), idle.until(), reason, idle.since()))
        : job;
  }

  private static Run moved(Run run, RunEvent event, Reason reason, Instant at) {
    Run moved = run.in(RunMachine.MACHINE.transition(run.state(), event), at, reason);
    return switch (event) {
      case PLAN -> moved.with(moved.progress().tried());
      case START -> moved.with(moved.progress().started(at));
      case PLANNED, HOLD, WAIT, SKIP, PLAN_FAIL, FAIL, APPROVE, REJECT, EXPIRE -> moved;
      case CANCEL, CANCEL_GRACEFUL, CANCEL_FORCE -> moved;
      case TIMER_DONE, SUCCEED, RECOVER, TIME_OUT, COMPLETE -> moved;
    };
  }

  private static AttemptState next(Run run, AttemptRef ref, AttemptEvent event) {
    return AttemptMachine.MACHINE.transition(run.job(ref.job()).attempt().state(), event);
  }

  private static Run leased(Run run, AttemptLeased event, Instant at) {
    AttemptRef ref = event.lease().attempt();
    AttemptState state = next(run, ref, AttemptEvent.LEASE);
    var lease =
        new Lease(event.lease().number(), LeaseMachine.MACHINE.initial(), event.agent(), at);
    int requeues = run.job(ref.job()).attempt() instanceof Attempt.Idle idle ? idle.requeues() : 0;
    return run.with(
        ref.job(),
        new Attempt.WithAgent(
            ref.attempt(),
            state,
            at,
            event.reason(),
            lease,
            requeues,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        at);
  }

  private static Run moved(
      Run run,
      AttemptRef ref,
      AttemptEvent event,
      Optional<Instant> until,
      Reason reason,
      Instant at) {
    AttemptState state = next(run, ref, event);
    Attempt before = run.job(ref.job()).attempt();
    return switch (state) {
      case PENDING, HELD, WAITING ->
          run.with(ref.job(), idle(before, state, until, reason, at), at);
      case QUEUED -> {
        Run queued = run.with(ref.job(), idle(before, state, until, reason, at), at);
        Job job = queued.job(ref.job());
        // A job that leaves a hold or a wait has passed its reviewers and timers. One that comes
        // directly from `pending` has not, since it may be queued only to fail.
        boolean isCleared = job.protection().isCleared() || before.state() != AttemptState.PENDING;
        var protection = new Job.Protection(job.protection().approvals(), isCleared);
        yield queued.with(queued.graph().with(job.with(protection)));
      }
      case LEASED, STARTING, UPLOADING, RECOVERING, CANCELLING ->
          run.with(ref.job(), held(run, ref).in(state, at, reason), at);
      case RUNNING ->
          run.with(run.progress().ran())
              .with(
                  ref.job(),
                  withSteps(
                      renewed(held(run, ref).in(state, at, reason), at),
                      run.job(ref.job()).planned().body()),
                  at);
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST ->
          ended(run, ref, state, LeftResult.NONE, reason, at);
    };
  }

  /// Counts a lease that ended before START; one that was returned to wait for a group does not
  /// count.
  private static Attempt idle(
      Attempt before, AttemptState state, Optional<Instant> until, Reason reason, Instant at) {
    int requeues =
        switch (before) {
          case Attempt.Idle idle -> idle.requeues();
          case Attempt.WithAgent held -> held.requeues() + (reason.code().isWait() ? 0 : 1);
          case Attempt.Ended _ -> 0;
        };
    return new Attempt.Idle(before.number(), state, at, reason, until, before.leases(), requeues);
  }

  /// The data that an attempt leaves.
  private record LeftResult(
      SequencedMap<String, String> outputs,
      Optional<Evidence> evidence,
      Optional<Attempt.OriginalResult> original) {

    static final LeftResult NONE =
        new LeftResult(OrderedMaps.empty(), Optional.empty(), Optional.empty());

    static LeftResult reused(
        SequencedMap<String, String> outputs, Attempt.OriginalResult original) {
      return new LeftResult(outputs, Optional.empty(), Optional.of(original));
    }
  }

  private static Run ended(
      Run run, AttemptRef ref, AttemptState state, LeftResult left, Reason reason, Instant at) {
    Attempt before = run.job(ref.job()).attempt();
    List<Step> steps = before instanceof Attempt.WithAgent held ? held.steps() : List.of();
    return run.with(
        ref.job(),
        new Attempt.Ended(
            before.number(),
            state,
            at,
            reason,
            before.leases(),
            steps,
            left.outputs(),
            left.evidence(),
            before instanceof Attempt.WithAgent held ? held.leftProcesses() : Optional.empty(),
            left.original()),
        at);
  }

  private static Run created(Run run, AttemptRef ref, Reason reason, Instant at) {
    // Processes of the previous attempt may still run until then.
    Optional<Instant> notBefore =
        run.job(ref.job()).attempt() instanceof Attempt.Ended before
            ? before.leftProcesses().map(Attempt.LeftProcesses::until)
            : Optional.empty();
    var fresh =
        new Attempt.Idle(
            ref.attempt(), AttemptMachine.MACHINE.initial(), at, reason, notBefore, 0, 0);
    Job before = run.job(ref.job());
    return run.with(run.graph().with(before.withAttemptArchived())).with(ref.job(), fresh, at);
  }

  /// Renews the lease: a start or a reconnect proves that the agent is alive.
  private static Attempt.WithAgent renewed(Attempt.WithAgent held, Instant at) {
    return held.with(held.lease().renewed(at)).started(at);
  }

  /// Creates the steps at the first START. A START that ends a recovery keeps the existing ones.
  private static Attempt withSteps(Attempt.WithAgent attempt, JobBody planned) {
    if (!attempt.steps().isEmpty()) {
      return attempt;
    }
    List<Step> steps = new ArrayList<>();
    for (int index = 0; index < planned.steps().size(); index++) {
      steps.add(newStep(index, StepType.STEP, planned.name(index)));
    }
    return attempt.with(steps);
  }

  private static Step newStep(int index, StepType type, String name) {
    return new Step.Open(index, type, name, StepMachine.MACHINE.initial(), 0);
  }

  private static Run stepMoved(Run run, StepMoved event, Instant at) {
    var held = held(run, event.attempt());
    List<Step> steps = new ArrayList<>(held.steps());
    if (event.step() == steps.size()) {
      steps.add(newStep(event.step(), event.type(), event.type().title()));
    }
    Step before = steps.get(event.step());
    String name = event.name().isEmpty() ? before.name() : event.name();
    int tries = before.tries() + (event.event() == StepEvent.START ? 1 : 0);
    var state = StepMachine.MACHINE.transition(before.state(), event.event());
    steps.set(
        event.step(),
        StepMachine.MACHINE.isTerminal(state)
            ? new Step.Ended(event.step(), before.type(), name, state, tries, event.end())
            : new Step.Open(event.step(), before.type(), name, state, tries));
    return run.with(event.attempt().job(), held.with(steps), at);
  }

  private static Attempt.WithAgent held(Run run, AttemptRef ref) {
    Attempt attempt = run.job(ref.job()).attempt();
    if (attempt instanceof Attempt.WithAgent held) {
      return held;
    }
    throw new IllegalStateException("no agent has attempt " + attempt);
  }

  private static Group apply(Group group, DomainEvent.OfGroup event) {
    return switch (event) {
      case MemberJoined(var member) -> group.withMember(member);
      case MemberPlaced(var run, var job) -> group.with(member(group, run, job).withPlace(true));
      case MemberYielded(var run, var job) -> group.with(member(group, run, job).withPlace(false));
      case MemberSuperseded(var run, var job, var by) ->
          group.with(member(group, run, job).supersededBy(by));
      case MemberLeft(var run, var job) -> group.withoutMember(run, job);
      case Rebuilt _ -> group;
    };
  }

  private static GroupMember member(Group group, RunId run, int job) {
    return group.member(run, job).orElseThrow();
  }

  private static Breaker apply(Breaker breaker, DomainEvent.OfBreaker event, Instant at) {
    return switch (event) {
      case BreakerMoved(var row, _) ->
          breaker.in(BreakerMachine.MACHINE.transition(breaker.state(), row), at);
      case BreakerCounted(var failures, var successes) -> breaker.withCounts(failures, successes);
      case DomainEvent.ToolConfigured(var profile, _) -> breaker.withOwnProfile(profile);
      case ProbeChanged(var probe) -> breaker.withProbe(probe);
      case Rebuilt _ -> breaker;
    };
  }

  private static Agent apply(Agent agent, DomainEvent.OfAgent event) {
    return switch (event) {
      case AgentRegistered(var org, var name, var labels, var slots) ->
          agent.registered(org, name, labels, slots);
      case AgentAvailabilityChanged(var status, _) -> agent.in(status);
      case AgentLeaseTaken(var lease) -> agent.withLease(lease);
      case AgentLeaseReleased(var lease) -> agent.withoutLease(lease);
      case AgentBackoffSet(var until) -> agent.backingOffUntil(until);
      case Rebuilt _ -> agent;
    };
  }

  private EventApplier() {}
}
