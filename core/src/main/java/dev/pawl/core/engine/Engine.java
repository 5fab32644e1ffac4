package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.ALREADY_ENDED;
import static dev.pawl.core.command.Refusal.Code.STALE_LEASE;
import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcknowledgeCancel;
import dev.pawl.core.command.EngineCommand.AcknowledgeLease;
import dev.pawl.core.command.EngineCommand.AcquireTool;
import dev.pawl.core.command.EngineCommand.ApproveJob;
import dev.pawl.core.command.EngineCommand.ApproveRun;
import dev.pawl.core.command.EngineCommand.BeginUpload;
import dev.pawl.core.command.EngineCommand.CancelAttempt;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.command.EngineCommand.FailPlanning;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.Interrupt;
import dev.pawl.core.command.EngineCommand.JoinGroup;
import dev.pawl.core.command.EngineCommand.LoseAttempt;
import dev.pawl.core.command.EngineCommand.LoseContact;
import dev.pawl.core.command.EngineCommand.RejectJob;
import dev.pawl.core.command.EngineCommand.RejectLease;
import dev.pawl.core.command.EngineCommand.RejectRun;
import dev.pawl.core.command.EngineCommand.RenewLease;
import dev.pawl.core.command.EngineCommand.ReportCommit;
import dev.pawl.core.command.EngineCommand.ReportGroup;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.EngineCommand.RetryJob;
import dev.pawl.core.command.EngineCommand.RevokeLease;
import dev.pawl.core.command.EngineCommand.SkipJob;
import dev.pawl.core.command.EngineCommand.StartAttempt;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.command.EngineCommand.Tick;
import dev.pawl.core.command.EngineCommand.UnderLease;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.PersistentVector;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// Decides what a command means for a run. Pure: same inputs, same outputs, in any JVM.
///
/// Not final, so that the simulator can observe its decisions and inject faults into them.
public class Engine {

  private final Deadlines deadlines;

  /// One object for the engine's life: the jobs' vector caches answers by the identity of the key.
  private final ToLongFunction<Job> earliest;

  /// As [#earliest], of what an ended run still does: it leaves groups.
  private final ToLongFunction<Job> earliestLeave;

  public Engine(Deadlines deadlines) {
    this.deadlines = deadlines;
    this.earliest = deadlines::earliest;
    this.earliestLeave = job -> Deadlines.millis(deadlines.placeDeadline(job));
  }

  /// The deadlines by which it decides.
  public final Deadlines deadlines() {
    return deadlines;
  }

  /// Decides `command` for `run` at `now`.
  public Decision decide(Run run, EngineCommand command, DecisionContext context, Instant now) {
    var draft = new DecisionDraft(run, command.actor(), deadlines, context, now);
    return switch (command) {
      case StartPlanning(var by, var why) -> PlanDecisions.start(draft, by, why);
      case FinishPlanning(var plan, var reused, var skips) ->
          PlanDecisions.finish(draft, plan, reused, skips);
      case FailPlanning(var diagnostics) -> PlanDecisions.fail(draft, diagnostics);
      case ApproveRun(var by) -> Holds.approveRun(draft, by);
      case RejectRun(var by, var why) -> Holds.rejectRun(draft, by, why);
      case ApproveJob(var ref, var by) -> Holds.approve(draft, ref, by);
      case RejectJob(var ref, var by, var why) -> Holds.reject(draft, ref, by, why);
      case JoinGroup(var attempt, var agent) -> LeaseDecisions.join(draft, attempt, agent);
      case GrantLease(var attempt, var agent) -> LeaseDecisions.grant(draft, attempt, agent);
      case RevokeLease(var lease, _, var why) -> LeaseTermination.revoke(draft, lease, why);
      case LoseContact(var lease) -> AgentRecovery.loseContact(draft, lease);
      case UnderLease message -> decideUnderLease(draft, message);
      case CancelRun cancel when cancel.force() -> RunCancellation.cancelByForce(draft, cancel);
      case CancelRun cancel -> RunCancellation.cancelGracefully(draft, cancel);
      case CancelAttempt cancel -> JobCancellation.cancel(draft, cancel);
      case RetryJob(var job, _) -> Retries.retryManually(draft, job);
      case SkipJob(var job, var by) -> Retries.skip(draft, job, by);
      case Tick(var servedSince, var by) -> deadlineExpiry(draft).tick(servedSince, by);
      case Interrupt(var why) -> OwnerLoss.interrupt(draft, why);
    };
  }

  private DeadlineExpiry deadlineExpiry(DecisionDraft draft) {
    return new DeadlineExpiry(earliest, draft);
  }

  /// Ends a run by force, by what its rows say instead of its journal.
  ///
  /// @param bare the run as its trigger created it, in the version of its row
  public Decision cancelRestored(
      Run bare, RunRestored restored, CancelRun cancel, DecisionContext context, Instant now) {
    var draft = new DecisionDraft(bare, cancel.actor(), deadlines, context, now);
    draft.apply(restored);
    RunCancellation.revokeStrays(draft, restored, cancel.why());
    return RunCancellation.cancelByForce(draft, cancel);
  }

  /// Lets an ended run leave the groups in which it kept places, as a `Tick` does, by what its rows
  /// say instead of its journal. Leases that are still live are revoked.
  ///
  /// @param bare as for [#cancelRestored]
  public Decision leaveRestored(
      Run bare, RunRestored restored, Actor by, DecisionContext context, Instant now) {
    var draft = new DecisionDraft(bare, by, deadlines, context, now);
    draft.apply(restored);
    RunCancellation.revokeStrays(draft, restored, "the run has ended");
    ConcurrencyGroups.leaveAll(draft);
    return draft.accepted();
  }

  /// Decides `command` for an agent.
  public Decision decide(Agent agent, AgentStateCommand command, Instant now) {
    return AgentDecisions.decide(agent, command, now);
  }

  /// Closes a breaker, whatever it has counted.
  public Decision reset(Breaker breaker, Actor by, Instant now) {
    return CircuitBreakers.reset(breaker, by, now);
  }

  /// Gives a tool a profile of its own, or takes it away: then the configured one is in effect.
  public Decision configure(Breaker breaker, Optional<ToolProfile> profile, Actor by, Instant now) {
    return CircuitBreakers.configure(breaker, profile, by, now);
  }

  /// Removes a run that is not in the store, and its jobs, from a group.
  public Decision removeMember(Group group, RunId run, Actor by, Instant now) {
    return ConcurrencyGroups.remove(group, run, by, now);
  }

  /// Records that the stored state of an aggregate was rebuilt from its journal: the state is the
  /// same, and the journal names who asked for it.
  public Revision rebuild(Aggregate aggregate, Actor by, String what) {
    var event = new DomainEvent.Rebuilt(Reason.of(ReasonCode.USER, what));
    return new Revision(
        EventApplier.committed(aggregate),
        List.of(TransitionFactory.rebuilt(aggregate, event, by)));
  }

  /// The time of the next `Tick` for `run`: the earliest of its deadlines. A run that has ended has
  /// one while it keeps a place of a group.
  public Optional<Instant> nextDue(Run run) {
    long own =
        Math.min(
            Deadlines.millis(deadlines.stateDeadline(run)),
            Deadlines.millis(deadlines.placeDeadline(run)));
    long next = Math.min(own, run.jobs().least(run.isOver() ? earliestLeave : earliest));
    return next == PersistentVector.NEVER
        ? Optional.empty()
        : Optional.of(Instant.ofEpochMilli(next));
  }

  /// Accepts an agent's message only under the attempt's live lease.
  private static Decision decideUnderLease(DecisionDraft draft, UnderLease message) {
    Optional<Attempt.WithAgent> held = draft.run().attemptUnder(message.lease());
    if (held.isEmpty()) {
      return refuse(
          STALE_LEASE, "lease " + message.lease().number() + " is over or was never granted");
    }
    if (held.get().state() == AttemptState.RECOVERING && !AgentRecovery.endsAttempt(message)) {
      AgentRecovery.contactRestored(draft, message.lease());
    }
    return decideMessage(
        draft, message, (Attempt.WithAgent) draft.attempt(message.lease().attempt().job()));
  }

  private static Decision decideMessage(
      DecisionDraft draft, UnderLease message, Attempt.WithAgent held) {
    return switch (message) {
      case RenewLease(var lease, _) -> renew(draft, lease);
      case AcknowledgeLease(var lease, _) when held.state() == AttemptState.LEASED ->
          LeaseDecisions.acknowledge(draft, lease);
      case AcknowledgeLease _ -> new Decision.Late("the lease was acknowledged already");
      case RejectLease(var lease, _, var why) when held.state() == AttemptState.LEASED ->
          LeaseDecisions.reject(draft, lease, why);
      case RejectLease _ -> wrongState("reject", held);
      case ReportCommit report -> AttemptExecution.recordCommit(draft, report, held);
      case ReportGroup report -> ConcurrencyGroups.reportGroup(draft, report, held);
      case StartAttempt(var lease, _) -> AttemptExecution.start(draft, lease, held);
      case AcquireTool acquire -> CircuitBreakers.acquire(draft, acquire, held);
      case ReportStep report -> StepReports.report(draft, report, held);
      case BeginUpload(var lease, _) when held.state() == AttemptState.RUNNING ->
          AttemptExecution.upload(draft, lease);
      case BeginUpload _ when held.state() == AttemptState.CANCELLING ->
          new Decision.Late("it is being cancelled");
      case BeginUpload _ -> wrongState("upload", held);
      case CompleteAttempt complete -> AttemptExecution.complete(draft, complete, held);
      case AcknowledgeCancel(var lease, _) when held.state() == AttemptState.CANCELLING ->
          RunCancellation.acknowledge(draft, lease, held);
      case AcknowledgeCancel _ -> wrongState("acknowledge a cancel of", held);
      case LoseAttempt(var lease, _, var why) -> LeaseTermination.reportLoss(draft, lease, why);
    };
  }

  private static Decision renew(DecisionDraft draft, LeaseRef lease) {
    draft.apply(new LeaseRenewed(lease));
    return draft.accepted();
  }

  static Decision refuse(Refusal.Code code, String message) {
    return new Decision.Refused(new Refusal(code, message));
  }

  /// The answer to a request that comes too late: a refusal for people, who are told what is; for
  /// anybody else an expected race.
  static Decision tooLate(DecisionDraft draft, Refusal.Code code, String message) {
    return switch (draft.actor().kind()) {
      case PERSON, REVIEWER -> refuse(code, message);
      case PLANNER, ORCHESTRATOR, AGENT, POLICY, CLOCK -> new Decision.Late(message);
    };
  }

  /// [#tooLate] about a run that has ended.
  static Decision hasEnded(DecisionDraft draft, Run run) {
    return tooLate(draft, ALREADY_ENDED, endOf(run));
  }

  /// [#tooLate] about a job that has ended.
  static Decision hasEnded(DecisionDraft draft, Job job) {
    return tooLate(draft, ALREADY_ENDED, endOf(job));
  }

  static String endOf(Run run) {
    return "run #%d has ended: %s".formatted(run.origin().number(), words(run.state()));
  }

  static String endOf(Job job) {
    return "job '%s' has ended: %s".formatted(job.planned().id(), words(job.attempt().state()));
  }

  private static String words(Enum<?> state) {
    return Machine.wireName(state).replace('_', ' ');
  }

  static Decision wrongState(String verb, Attempt attempt) {
    return refuse(
        WRONG_STATE, "cannot " + verb + " an attempt that is " + Machine.wireName(attempt.state()));
  }
}
