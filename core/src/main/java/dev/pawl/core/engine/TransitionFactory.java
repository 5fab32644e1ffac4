package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
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
import dev.pawl.core.group.Group;
import dev.pawl.core.group.GroupMember;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.BreakerMachine;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.run.Run;
import java.util.List;
import java.util.function.UnaryOperator;

/// Creates the journal line of an event.
final class TransitionFactory {

  /// The line of an event that changed `before` to `after`, with words of its own if the event has
  /// none.
  static Transition line(
      Run before, Run after, DomainEvent.OfRun event, TransitionMessages messages) {
    Transition line = lineOf(before, after, event, messages.by());
    return line.lacksWords() ? line.saying(messages.of(before, after, event)) : line;
  }

  private static Transition lineOf(Run before, Run after, DomainEvent.OfRun event, Actor by) {
    return switch (event) {
      case Rebuilt _ -> rebuilt(before, event, by);
      case Intervened _ -> Transition.fact("INTERVENED", before.key(), by, event);
      case RunRestored _ -> Transition.fact("RESTORED", before.key(), by, event);
      case RunMoved(var row, _) -> ofRun(before, row, by, event);
      case RunCancelled(var row, _, _) -> ofRun(before, row, by, event);
      case RunPlanned(_, var row, _, _) -> ofRun(before, row, by, event);
      case PlanningRetried _ -> Transition.fact("PLANNING_TRIED", before.key(), by, event);
      case CommitRecorded _ -> Transition.fact("COMMIT_RECORDED", before.key(), by, event);
      case RunApproved _ -> Transition.fact("RUN_APPROVED", before.key(), by, event);
      case JobRendered(var job, _) ->
          Transition.fact("JOB_RENDERED", before.job(job).planned().id(), by, event);
      case HooksAdded(var job, _) -> Transition.fact("HOOKS_ADDED", job.id(), by, event);
      case PlaceChanged(var job, _, _) ->
          Transition.fact(
              "PLACE_CHANGED",
              job == GroupMember.WHOLE_RUN ? before.key() : name(before, before.job(job).ref()),
              by,
              event);
      case AttemptMoved(var ref, var row, _) -> ofAttempt(before, ref, row, by, event);
      case AttemptPaused(var ref, var row, _, _) -> ofAttempt(before, ref, row, by, event);
      case AttemptCompleted(var ref, var row, _, _, _) -> ofAttempt(before, ref, row, by, event);
      case ResultReused(var ref, _, _, _, _) ->
          ofAttempt(before, ref, AttemptEvent.SKIP, by, event);
      case AttemptLeased(var lease, _, _) ->
          ofAttempt(before, lease.attempt(), AttemptEvent.LEASE, by, event);
      case AttemptCreated(var ref, _) ->
          Transition.fact("ATTEMPT_MADE", name(before, ref), by, event);
      case JobApproved(var ref, _, _, _) ->
          Transition.fact("JOB_APPROVED", name(before, ref), by, event);
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
      case LeaseRenewed _ -> throw new IllegalStateException("a renewal has no journal line");
      case StepMoved moved -> ofStep(before, after, moved, by);
    };
  }

  /// The line that records a rebuild of an aggregate.
  static Transition rebuilt(Aggregate aggregate, DomainEvent event, Actor by) {
    Transition line = Transition.fact("REBUILD", aggregate.key(), by, event);
    return line.lacksWords() ? line.saying("its rows were rebuilt from its journal") : line;
  }

  private static Transition ofRun(Run before, RunEvent row, Actor by, DomainEvent event) {
    return Transition.of(RunMachine.MACHINE, before.state(), row, before.key(), by, event);
  }

  private static Transition ofAttempt(
      Run before, AttemptRef ref, AttemptEvent row, Actor by, DomainEvent event) {
    return Transition.of(
        AttemptMachine.MACHINE,
        before.job(ref.job()).attempt().state(),
        row,
        name(before, ref),
        by,
        event);
  }

  /// A hook exists from its first row on, so before that row it is not in the list of steps.
  private static Transition ofStep(Run before, Run after, StepMoved moved, Actor by) {
    var steps = held(before, moved.attempt()).steps();
    var from =
        moved.step() < steps.size()
            ? steps.get(moved.step()).state()
            : StepMachine.MACHINE.initial();
    String entity = name(after, moved.attempt()) + "/" + moved.step();
    return Transition.of(StepMachine.MACHINE, from, moved.event(), entity, by, moved);
  }

  static Transition line(Group before, Group after, DomainEvent.OfGroup event, Actor by) {
    Transition line = lineOf(event, by);
    return line.lacksWords() ? line.saying(TransitionMessages.of(before, after, event)) : line;
  }

  private static Transition lineOf(DomainEvent.OfGroup event, Actor by) {
    return switch (event) {
      case DomainEvent.MemberJoined(var member) ->
          Transition.fact("JOINED", name(member.run(), member.job()), by, event);
      case DomainEvent.MemberPlaced(var run, var job) ->
          Transition.fact("PLACED", name(run, job), by, event);
      case DomainEvent.MemberYielded(var run, var job) ->
          Transition.fact("YIELDED", name(run, job), by, event);
      case DomainEvent.MemberSuperseded(var run, var job, _) ->
          Transition.fact("SUPERSEDED", name(run, job), by, event);
      case DomainEvent.MemberLeft(var run, var job) ->
          Transition.fact("LEFT", name(run, job), by, event);
      case Rebuilt _ -> throw new IllegalStateException("a rebuild has a line of its own");
    };
  }

  static Transition line(Breaker before, Breaker after, DomainEvent.OfBreaker event, Actor by) {
    Transition line = lineOf(before, event, by);
    return line.lacksWords() ? line.saying(TransitionMessages.of(before, after, event)) : line;
  }

  private static Transition lineOf(Breaker before, DomainEvent.OfBreaker event, Actor by) {
    return switch (event) {
      case DomainEvent.BreakerMoved(var row, _) ->
          Transition.of(
              BreakerMachine.MACHINE, before.state(), row, Breaker.toolOf(before.key()), by, event);
      case DomainEvent.BreakerCounted _ ->
          Transition.fact("COUNTED", Breaker.toolOf(before.key()), by, event);
      case DomainEvent.ToolConfigured _ ->
          Transition.fact("CONFIGURED", Breaker.toolOf(before.key()), by, event);
      case DomainEvent.ProbeChanged _ ->
          Transition.fact("PROBE_CHANGED", Breaker.toolOf(before.key()), by, event);
      case Rebuilt _ -> rebuilt(before, event, by);
    };
  }

  /// The line of an agent's event; empty for events that are derived from the runs' lines.
  static List<Transition> lines(String agent, DomainEvent.OfAgent event, Actor by) {
    var messages = new TransitionMessages(by, UnaryOperator.identity());
    return linesOf(agent, event, by).stream()
        .map(line -> line.lacksWords() ? line.saying(messages.of(event)) : line)
        .toList();
  }

  private static List<Transition> linesOf(String agent, DomainEvent.OfAgent event, Actor by) {
    return switch (event) {
      case DomainEvent.AgentRegistered _ ->
          List.of(Transition.fact("REGISTERED", agent, by, event));
      case DomainEvent.AgentAvailabilityChanged(var status, _) ->
          List.of(Transition.fact(status.name(), agent, by, event));
      case DomainEvent.AgentLeaseTaken _,
          DomainEvent.AgentLeaseReleased _,
          DomainEvent.AgentBackoffSet _ ->
          List.of();
      case Rebuilt _ -> throw new IllegalStateException("a rebuild has a line of its own");
    };
  }

  private static String name(RunId run, int job) {
    return job == GroupMember.WHOLE_RUN ? run.value() : run.value() + "/" + job;
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

  private TransitionFactory() {}
}
