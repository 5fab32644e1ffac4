package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.breaker.Breaker;
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
import dev.pawl.core.group.Member;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.BreakerMachine;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.util.List;

/// Events as lines of the journal.
final class Journal {

  /// The line of an event that took `before` to `after`.
  static Transition line(Run before, Run after, Event.OfRun event, Actor by) {
    return switch (event) {
      case Rebuilt _ -> rebuilt(before, event, by);
      case Intervened _ -> Transition.fact("INTERVENED", before.key(), by, event);
      case RunMoved(var row, _) -> ofRun(before, row, by, event);
      case RunCancelled(var row, _, _) -> ofRun(before, row, by, event);
      case RunPlanned(_, var row, _, _) -> ofRun(before, row, by, event);
      case PlanningTried _ -> Transition.fact("PLANNING_TRIED", before.key(), by, event);
      case RunApproved _ -> Transition.fact("RUN_APPROVED", before.key(), by, event);
      case JobRendered(var job, _) ->
          Transition.fact("JOB_RENDERED", before.job(job).planned().id(), by, event);
      case HooksAdded(var job, _) -> Transition.fact("HOOKS_ADDED", job.id(), by, event);
      case PlaceChanged(var job, _) ->
          Transition.fact(
              "PLACE_CHANGED",
              job == Member.WHOLE_RUN ? before.key() : name(before, before.job(job).ref()),
              by,
              event);
      case AttemptMoved(var ref, var row, _) -> ofAttempt(before, ref, row, by, event);
      case AttemptPaused(var ref, var row, _, _) -> ofAttempt(before, ref, row, by, event);
      case AttemptCompleted(var ref, var row, _, _, _) -> ofAttempt(before, ref, row, by, event);
      case ResultKept(var ref, _, _, _, _) -> ofAttempt(before, ref, AttemptEvent.SKIP, by, event);
      case AttemptLeased(var lease, _, _) ->
          ofAttempt(before, lease.attempt(), AttemptEvent.LEASE, by, event);
      case AttemptMade(var ref, _) -> Transition.fact("ATTEMPT_MADE", name(before, ref), by, event);
      case JobApproved(var ref, _) -> Transition.fact("JOB_APPROVED", name(before, ref), by, event);
      case ProcessesLeft(var ref, _, _) ->
          Transition.fact("PROCESSES_LEFT", name(before, ref), by, event);
      case UploadBounded(var ref, _) ->
          Transition.fact("UPLOAD_BOUNDED", name(before, ref), by, event);
      case LeaseMoved(var lease, var row, _) ->
          Transition.of(
              LeaseMachine.MACHINE,
              held(before, lease.attempt()).lease().state(),
              row,
              name(before, lease),
              by,
              event);
      case LeaseRenewed _ -> throw new IllegalStateException("liveness is in no journal");
      case StepMoved moved -> ofStep(before, after, moved, by);
    };
  }

  /// The line that says that an aggregate was written anew.
  static Transition rebuilt(Aggregate aggregate, Event event, Actor by) {
    return Transition.fact("REBUILD", aggregate.key(), by, event);
  }

  private static Transition ofRun(Run before, RunEvent row, Actor by, Event event) {
    return Transition.of(RunMachine.MACHINE, before.state(), row, before.key(), by, event);
  }

  private static Transition ofAttempt(
      Run before, AttemptRef ref, AttemptEvent row, Actor by, Event event) {
    return Transition.of(
        AttemptMachine.MACHINE,
        before.job(ref.job()).attempt().state(),
        row,
        name(before, ref),
        by,
        event);
  }

  /// A hook is there from its first row on, so before that it is in no list yet.
  private static Transition ofStep(Run before, Run after, StepMoved moved, Actor by) {
    var steps = held(before, moved.attempt()).steps();
    var from =
        moved.step() < steps.size()
            ? steps.get(moved.step()).state()
            : StepMachine.MACHINE.initial();
    String entity = name(after, moved.attempt()) + "/" + moved.step();
    return Transition.of(StepMachine.MACHINE, from, moved.event(), entity, by, moved);
  }

  static Transition line(Event.OfGroup event, Actor by) {
    return switch (event) {
      case Event.MemberJoined(var member) ->
          Transition.fact("JOINED", name(member.run(), member.job()), by, event);
      case Event.MemberPlaced(var run, var job) ->
          Transition.fact("PLACED", name(run, job), by, event);
      case Event.MemberYielded(var run, var job) ->
          Transition.fact("YIELDED", name(run, job), by, event);
      case Event.MemberSuperseded(var run, var job, _) ->
          Transition.fact("SUPERSEDED", name(run, job), by, event);
      case Event.MemberLeft(var run, var job) -> Transition.fact("LEFT", name(run, job), by, event);
      case Rebuilt _ -> throw new IllegalStateException("it is told of every kind alike");
    };
  }

  static Transition line(Breaker before, Event.OfBreaker event, Actor by) {
    return switch (event) {
      case Event.BreakerMoved(var row, _) ->
          Transition.of(BreakerMachine.MACHINE, before.state(), row, before.key(), by, event);
      case Event.BreakerCounted _ -> Transition.fact("COUNTED", before.key(), by, event);
      case Event.ProbeChanged _ -> Transition.fact("PROBE_CHANGED", before.key(), by, event);
      case Rebuilt _ -> rebuilt(before, event, by);
    };
  }

  /// The line of what happened to an agent; none for what follows from the runs' lines.
  static List<Transition> lines(String agent, Event.OfAgent event, Actor by) {
    return switch (event) {
      case Event.AgentRegistered _ -> List.of(Transition.fact("REGISTERED", agent, by, event));
      case Event.AgentStanding(var standing, _) ->
          List.of(Transition.fact(standing.name(), agent, by, event));
      case Event.AgentTook _, Event.AgentFreed _, Event.AgentRested _ -> List.of();
      case Rebuilt _ -> throw new IllegalStateException("it is told of every kind alike");
    };
  }

  private static String name(RunId run, int job) {
    return job == Member.WHOLE_RUN ? run.value() : run.value() + "/" + job;
  }

  static String name(Run run, AttemptRef ref) {
    return run.job(ref.job()).planned().id() + "/" + ref.attempt();
  }

  private static String name(Run run, LeaseRef lease) {
    return name(run, lease.attempt()) + "#" + lease.number();
  }

  private static Attempt.WithAgent held(Run run, AttemptRef ref) {
    return (Attempt.WithAgent) run.job(ref.job()).attempt();
  }

  private Journal() {}
}
