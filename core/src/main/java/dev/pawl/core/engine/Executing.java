package dev.pawl.core.engine;

import static dev.pawl.core.engine.Refusal.Code.UNKNOWN;
import static dev.pawl.core.engine.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Command.CompleteAttempt;
import dev.pawl.core.engine.Command.ReportStep;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.StepEnd;
import java.util.Optional;

/// Start, steps and completion, on the agent's word.
final class Executing {

  /// A success is believed only over steps that went well.
  private static final Reason UNFOUNDED =
      Reason.of(ReasonCode.INFRA, "the agent reported success over steps that did not succeed");

  static Decision start(Draft draft, LeaseRef lease) {
    draft.take(new AttemptMoved(lease.attempt(), AttemptEvent.START, Reason.PROGRESS));
    return draft.accepted();
  }

  static Decision report(Draft draft, ReportStep report, Attempt.WithAgent held) {
    if (report.step() < 0 || report.step() >= held.steps().size()) {
      return Engine.refuse(UNKNOWN, "there is no step " + report.step());
    }
    StepState before = held.steps().get(report.step()).state();
    if (before == report.state()) {
      return new Decision.Late("the step is " + Machine.wireName(before) + " already");
    }
    if (StepMachine.MACHINE.isTerminal(before)) {
      return new Decision.Late("the step had ended");
    }
    Optional<StepEvent> row = rowTo(before, report);
    if (row.isEmpty()) {
      return Engine.refuse(
          WRONG_STATE,
          "a step that is %s cannot become %s"
              .formatted(Machine.wireName(before), Machine.wireName(report.state())));
    }
    draft.take(
        new StepMoved(
            report.lease().attempt(), report.step(), row.get(), report.end(), Reason.PROGRESS));
    return draft.accepted();
  }

  /// The row that leads where the agent says the step is. Two lead from cancelling to cancelled:
  /// which one is told by who ended the process.
  private static Optional<StepEvent> rowTo(StepState before, ReportStep report) {
    if (before == StepState.CANCELLING && report.state() == StepState.CANCELLED) {
      boolean killed = report.end().ender() == StepEnd.Ender.KILLED;
      return Optional.of(killed ? StepEvent.CANCEL_FORCE : StepEvent.COMPLETE);
    }
    return StepMachine.MACHINE.rows().stream()
        .filter(row -> row.from() == before && row.to() == report.state())
        .map(Machine.Row::event)
        .findFirst();
  }

  /// The agent's result. One that crosses a cancel on the wire completes the cancellation.
  static Decision complete(Draft draft, CompleteAttempt complete, Attempt.WithAgent held) {
    Reason reason = reason(complete, held);
    Optional<AttemptEvent> row =
        switch (held.state()) {
          case RUNNING, UPLOADING ->
              Optional.of(reason.equals(UNFOUNDED) ? AttemptEvent.FAIL : row(complete.outcome()));
          case STARTING -> Optional.of(AttemptEvent.FAIL);
          case CANCELLING -> Optional.of(AttemptEvent.COMPLETE);
          case PENDING, HELD, WAITING, QUEUED, LEASED, RECOVERING -> Optional.empty();
          case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> Optional.empty();
        };
    if (row.isEmpty()) {
      return Engine.wrongState("complete", held);
    }
    if (row.get() == AttemptEvent.COMPLETE) {
      reason = draft.run().cancelCause().orElse(reason);
    }
    draft.take(new LeaseMoved(complete.lease(), LeaseEvent.COMPLETE, reason));
    Settling.end(draft, complete.lease().attempt(), row.get(), reason);
    return draft.accepted();
  }

  private static Reason reason(CompleteAttempt complete, Attempt.WithAgent held) {
    boolean allWell =
        held.state() != AttemptState.STARTING
            && held.steps().stream()
                .allMatch(
                    step -> step.state() == StepState.SUCCESS || step.state() == StepState.SKIPPED);
    return complete.outcome() == Command.Outcome.SUCCESS && !allWell
        ? UNFOUNDED
        : Reason.of(complete.code(), complete.message());
  }

  private static AttemptEvent row(Command.Outcome outcome) {
    return switch (outcome) {
      case SUCCESS -> AttemptEvent.SUCCEED;
      case FAILED -> AttemptEvent.FAIL;
      case TIMED_OUT -> AttemptEvent.TIME_OUT;
    };
  }

  private Executing() {}
}
