package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.STALE_LEASE;
import static dev.pawl.core.engine.Refusal.Code.WRONG_STATE;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Command.AcknowledgeCancel;
import dev.pawl.core.engine.Command.AcknowledgeLease;
import dev.pawl.core.engine.Command.AcquireTool;
import dev.pawl.core.engine.Command.ApproveJob;
import dev.pawl.core.engine.Command.ApproveRun;
import dev.pawl.core.engine.Command.BeginUpload;
import dev.pawl.core.engine.Command.CancelAttempt;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.CompleteAttempt;
import dev.pawl.core.engine.Command.FailPlanning;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.FromAgent;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Command.Interrupt;
import dev.pawl.core.engine.Command.LoseAttempt;
import dev.pawl.core.engine.Command.LoseContact;
import dev.pawl.core.engine.Command.RejectJob;
import dev.pawl.core.engine.Command.RejectLease;
import dev.pawl.core.engine.Command.RejectRun;
import dev.pawl.core.engine.Command.RenewLease;
import dev.pawl.core.engine.Command.ReportGroup;
import dev.pawl.core.engine.Command.ReportStep;
import dev.pawl.core.engine.Command.RetryJob;
import dev.pawl.core.engine.Command.RevokeLease;
import dev.pawl.core.engine.Command.SkipJob;
import dev.pawl.core.engine.Command.StartAttempt;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.engine.Command.Tick;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.Vec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// Decides what a command means for a run. Pure: same inputs, same outputs, in any JVM.
///
/// Not final, so that the simulator can watch its decisions, and spoil some of them on purpose.
public class Engine {

  private final Deadlines deadlines;

  /// One object for the engine's life, so that the tree of jobs knows the question again.
  private final ToLongFunction<Job> earliest;

  public Engine(Deadlines deadlines) {
    this.deadlines = deadlines;
    this.earliest = deadlines::earliest;
  }

  /// By when every transient state ends, as it decides.
  public final Deadlines deadlines() {
    return deadlines;
  }

  /// What `command` means for `run` at `now`, given what is around it.
  public Decision decide(Run run, Command command, Surroundings around, Instant now) {
    var draft = new Draft(run, command.actor(), deadlines, around, now);
    return switch (command) {
      case StartPlanning(var by, var why) -> Planning.start(draft, by, why);
      case FinishPlanning(var plan, var kept, var skips) ->
          Planning.finish(draft, plan, kept, skips);
      case FailPlanning(var diagnostics) -> Planning.fail(draft, diagnostics);
      case ApproveRun(var by, var teams) -> Holding.approveRun(draft, by, teams);
      case RejectRun(var by, var teams, var why) -> Holding.rejectRun(draft, by, teams, why);
      case ApproveJob(var ref, var by, var teams) -> Holding.approve(draft, ref, by, teams);
      case RejectJob(var ref, var by, var teams, var why) ->
          Holding.reject(draft, ref, by, teams, why);
      case GrantLease(var attempt, var agent) -> Leasing.grant(draft, attempt, agent);
      case RevokeLease(var lease, _, var why) -> LeaseEnds.revoke(draft, lease, why);
      case LoseContact(var lease) -> Recovering.loseContact(draft, lease);
      case FromAgent message -> heard(draft, message);
      case CancelRun cancel when cancel.force() -> Cancelling.force(draft, cancel);
      case CancelRun cancel -> Cancelling.graceful(draft, cancel);
      case CancelAttempt cancel -> CancellingOne.cancel(draft, cancel);
      case RetryJob(var job, _) -> Retrying.byHand(draft, job);
      case SkipJob(var job, var by) -> Retrying.skip(draft, job, by);
      case Tick(var servedSince, var by) -> due(draft).tick(servedSince, by);
      case Interrupt(var why) -> Interrupting.interrupt(draft, why);
    };
  }

  private WhateverIsDue due(Draft draft) {
    return new WhateverIsDue(earliest, draft);
  }

  /// What `command` means for an agent.
  public Decision decide(Agent agent, AgentCommand command, Instant now) {
    return Enlisting.decide(agent, command, now);
  }

  /// Closes a breaker, whatever it counted.
  public Decision reset(Breaker breaker, Actor by, Instant now) {
    return Breaking.reset(breaker, by, now);
  }

  /// That what is kept of an aggregate is written anew, as its journal tells it: it is as it was,
  /// and its journal says who had it done.
  public Revision rebuild(Aggregate aggregate, Actor by, String what) {
    var event = new Event.Rebuilt(Reason.of(ReasonCode.USER, what));
    return new Revision(Apply.committed(aggregate), List.of(Journal.rebuilt(aggregate, event, by)));
  }

  /// When `run` wants its next `Tick`: the earliest of all its deadlines.
  public Optional<Instant> nextDue(Run run) {
    if (run.isOver()) {
      return Optional.empty();
    }
    long next = Math.min(Deadlines.millis(deadlines.ends(run)), run.jobs().least(earliest));
    return next == Vec.NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(next));
  }

  /// What an agent says counts only under the attempt's live lease.
  private static Decision heard(Draft draft, FromAgent message) {
    Optional<Attempt.WithAgent> held = draft.run().held(message.lease());
    if (held.isEmpty()) {
      return refuse(
          STALE_LEASE, "lease " + message.lease().number() + " is over or was never granted");
    }
    if (held.get().state() == AttemptState.RECOVERING && !Recovering.isTheEnd(message)) {
      Recovering.back(draft, message.lease());
    }
    return underLease(
        draft, message, (Attempt.WithAgent) draft.attempt(message.lease().attempt().job()));
  }

  private static Decision underLease(Draft draft, FromAgent message, Attempt.WithAgent held) {
    return switch (message) {
      case RenewLease(var lease, _) -> renewed(draft, lease);
      case AcknowledgeLease(var lease, _) when held.state() == AttemptState.LEASED ->
          Leasing.acknowledge(draft, lease);
      case AcknowledgeLease _ -> new Decision.Late("the lease was acknowledged already");
      case RejectLease(var lease, _, var why) when held.state() == AttemptState.LEASED ->
          Leasing.reject(draft, lease, why);
      case RejectLease _ -> wrongState("reject", held);
      case ReportGroup report -> Grouping.reported(draft, report, held);
      case StartAttempt(var lease, _) -> Executing.start(draft, lease, held);
      case AcquireTool acquire -> Breaking.acquire(draft, acquire, held);
      case ReportStep report -> Stepping.report(draft, report, held);
      case BeginUpload(var lease, _) when held.state() == AttemptState.RUNNING ->
          Executing.upload(draft, lease);
      case BeginUpload _ when held.state() == AttemptState.CANCELLING ->
          new Decision.Late("it is being cancelled");
      case BeginUpload _ -> wrongState("upload", held);
      case CompleteAttempt complete -> Executing.complete(draft, complete, held);
      case AcknowledgeCancel(var lease, _) when held.state() == AttemptState.CANCELLING ->
          Cancelling.acknowledged(draft, lease, held);
      case AcknowledgeCancel _ -> wrongState("acknowledge a cancel of", held);
      case LoseAttempt(var lease, _, var why) -> LeaseEnds.lost(draft, lease, why);
    };
  }

  private static Decision renewed(Draft draft, LeaseRef lease) {
    draft.take(new LeaseRenewed(lease));
    return draft.accepted();
  }

  static Decision refuse(Refusal.Code code, String message) {
    return new Decision.Refused(new Refusal(code, message));
  }

  static Decision wrongState(String verb, Attempt attempt) {
    return refuse(
        WRONG_STATE, "cannot " + verb + " an attempt that is " + Machine.wireName(attempt.state()));
  }
}
