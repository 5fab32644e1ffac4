package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.STALE_LEASE;
import static dev.pawl.core.engine.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Command.AcknowledgeCancel;
import dev.pawl.core.engine.Command.AcknowledgeLease;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.CompleteAttempt;
import dev.pawl.core.engine.Command.FailPlanning;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.FromAgent;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Command.Interrupt;
import dev.pawl.core.engine.Command.RejectLease;
import dev.pawl.core.engine.Command.RenewLease;
import dev.pawl.core.engine.Command.ReportStep;
import dev.pawl.core.engine.Command.StartAttempt;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.engine.Command.Tick;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.Optional;

/// Decides what a command means for a run. Pure: same inputs, same outputs, in any JVM.
public final class Engine {

  private final Deadlines deadlines;

  public Engine(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /// What `command` means for `run` at `now`.
  public Decision decide(Run run, Command command, Instant now) {
    var draft = new Draft(run, command.actor(), now);
    return switch (command) {
      case StartPlanning _ -> Planning.start(draft);
      case FinishPlanning(var plan) -> Planning.finish(draft, plan);
      case FailPlanning(var diagnostics) -> Planning.fail(draft, diagnostics);
      case GrantLease(var attempt, var agent) -> Leasing.grant(draft, attempt, agent);
      case FromAgent message -> heard(draft, message);
      case CancelRun c when c.force() -> Cancelling.force(draft, c.why());
      case CancelRun c -> Cancelling.graceful(draft, c.why());
      case Tick(var servedSince) -> new WhateverIsDue(deadlines, draft).tick(servedSince);
      case Interrupt(var why) -> new WhateverIsDue(deadlines, draft).interrupt(why);
    };
  }

  /// When `run` wants its next `Tick`.
  public Optional<Instant> nextDue(Run run) {
    return deadlines.nextDue(run);
  }

  /// What an agent says counts only under the attempt's live lease.
  private static Decision heard(Draft draft, FromAgent message) {
    Optional<Attempt> current = draft.run().current(message.lease().attempt());
    if (current.orElse(null) instanceof Attempt.WithAgent held
        && held.lease().number() == message.lease().number()) {
      return underLease(draft, message, held);
    }
    return refuse(
        STALE_LEASE, "lease " + message.lease().number() + " is over or was never granted");
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
      case StartAttempt(var lease, _) when held.state() == AttemptState.STARTING ->
          Executing.start(draft, lease);
      case StartAttempt _ -> wrongState("start", held);
      case ReportStep report -> Executing.report(draft, report, held);
      case CompleteAttempt complete -> Executing.complete(draft, complete, held);
      case AcknowledgeCancel(var lease, _) when held.state() == AttemptState.CANCELLING ->
          Cancelling.acknowledged(draft, lease);
      case AcknowledgeCancel _ -> wrongState("acknowledge a cancel of", held);
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
