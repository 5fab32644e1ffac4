package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.UNKNOWN;
import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.util.List;

/// Handles an agent's reports about its steps, hooks included.
final class StepReports {

  /// The most steps and hooks that an attempt may have: per step two hooks around it and two after
  /// it, and those of the job. Reports beyond that are refused.
  private static int maxSteps(PlannedJob job) {
    return 5 * job.steps().size() + 8;
  }

  static Decision report(DecisionDraft draft, ReportStep report, Attempt.WithAgent held) {
    if (held.startedAt().isEmpty()) {
      return Engine.wrongState("report a step of", held);
    }
    PlannedJob planned = draft.job(report.lease().attempt().job()).planned();
    int known = held.steps().size();
    boolean isNewHook =
        report.type().isHook() && report.step() == known && known < maxSteps(planned);
    if (report.step() < 0 || report.step() > known || (report.step() == known && !isNewHook)) {
      return Engine.refuse(UNKNOWN, "there is no step " + report.step());
    }
    StepState before =
        isNewHook ? StepMachine.MACHINE.initial() : held.steps().get(report.step()).state();
    if (before == report.state() && !isNewHook) {
      return new Decision.Late("the step is " + Machine.wireName(before) + " already");
    }
    if (StepMachine.MACHINE.isTerminal(before)) {
      return new Decision.Late("the step had ended");
    }
    List<StepEvent> rows = rowsTo(before, report);
    boolean exceedsRetries =
        rows.contains(StepEvent.RETRY)
            && held.steps().get(report.step()).tries()
                > CircuitBreakers.retries(draft, planned, report.step());
    if (rows.isEmpty() || exceedsRetries) {
      return Engine.refuse(
          WRONG_STATE,
          "a step that is %s cannot become %s"
              .formatted(Machine.wireName(before), Machine.wireName(report.state())));
    }
    String name = isNewHook ? "" : newName(held.steps().get(report.step()), report);
    applyRows(draft, report, rows, name, reason(draft, report, held));
    return draft.accepted();
  }

  /// The step's new name; empty for a hook, which is named by its type, and for a name that does
  /// not change.
  private static String newName(Step known, ReportStep report) {
    return known.type().isHook() || known.name().equals(report.name()) ? "" : report.name();
  }

  private static void applyRows(
      DecisionDraft draft, ReportStep report, List<StepEvent> rows, String name, Reason reason) {
    for (StepEvent event : rows) {
      boolean isLast = event == rows.getLast();
      draft.apply(
          new StepMoved(
              report.lease().attempt(),
              report.step(),
              report.type(),
              event == rows.getFirst() ? name : "",
              event,
              isLast ? report.end() : StepEnd.NEVER_RAN,
              isLast ? reason : Reason.PROGRESS));
    }
    if (StepMachine.MACHINE.isTerminal(report.state()) && report.type() == StepType.STEP) {
      CircuitBreakers.recordOutcome(draft, report);
    }
  }

  /// The reason of the last row. Only a failure has the class that the agent reports.
  private static Reason reason(DecisionDraft draft, ReportStep report, Attempt.WithAgent held) {
    String message = report.end().message();
    return switch (report.state()) {
      case SUCCESS -> Reason.of(ReasonCode.OK, message);
      case FAILED -> Reason.of(report.code(), message);
      case SKIPPED -> Reason.of(ReasonCode.CONDITION, message);
      case CANCELLED -> Reason.of(causeOfCancel(held), message);
      case RETRYING -> Reason.of(ReasonCode.BACKOFF, retry(draft, report, held));
      case PENDING, RUNNING, CANCELLING -> Reason.PROGRESS;
    };
  }

  private static ReasonCode causeOfCancel(Attempt.WithAgent held) {
    return held.state() == AttemptState.CANCELLING ? held.reason().code() : ReasonCode.UPSTREAM;
  }

  private static String retry(DecisionDraft draft, ReportStep report, Attempt.WithAgent held) {
    PlannedJob planned = draft.job(report.lease().attempt().job()).planned();
    int most = CircuitBreakers.retries(draft, planned, report.step());
    int tries = report.step() < held.steps().size() ? held.steps().get(report.step()).tries() : 1;
    return "retry " + tries + " of " + most + ": " + TransitionMessages.end(report.end());
  }

  /// The rows that lead to the reported state. Two rows lead from cancelling to cancelled; who
  /// ended the process tells which. A step that fails before it starts, because its tool is
  /// unavailable, is started and fails in one commit.
  private static List<StepEvent> rowsTo(StepState before, ReportStep report) {
    if (before == StepState.CANCELLING && report.state() == StepState.CANCELLED) {
      boolean killed = report.end().ender() == StepEnd.Ender.KILLED;
      return List.of(killed ? StepEvent.CANCEL_FORCE : StepEvent.COMPLETE);
    }
    if (before == StepState.PENDING && report.state() == StepState.FAILED) {
      return List.of(StepEvent.START, StepEvent.FAIL);
    }
    return StepMachine.MACHINE.rows().stream()
        .filter(row -> row.from() == before && row.to() == report.state())
        .map(Machine.Row::event)
        .limit(1)
        .toList();
  }

  /// Ends the open steps in the commit that ends the attempt: as failed if the agent reported a
  /// failure, otherwise as cancelled.
  static void endOpenSteps(DecisionDraft draft, AttemptRef ref, boolean agentSaysFailed) {
    if (!(draft.attempt(ref.job()) instanceof Attempt.WithAgent held)) {
      return;
    }
    var reason = Reason.of(ReasonCode.UPSTREAM, "its attempt ended");
    for (Step step : held.steps()) {
      if (StepMachine.MACHINE.isTerminal(step.state())) {
        continue;
      }
      StepEvent event =
          switch (step.state()) {
            case CANCELLING -> StepEvent.CANCEL_FORCE;
            case RUNNING, RETRYING -> agentSaysFailed ? StepEvent.FAIL : StepEvent.CANCEL;
            case PENDING, SKIPPED, CANCELLED, SUCCESS, FAILED -> StepEvent.CANCEL;
          };
      draft.apply(
          new StepMoved(ref, step.index(), step.type(), "", event, StepEnd.NEVER_RAN, reason));
    }
  }

  private StepReports() {}
}
