package dev.pawl.core.engine;

import static dev.pawl.core.command.Refusal.Code.UNKNOWN;
import static dev.pawl.core.command.Refusal.Code.WRONG_STATE;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.util.List;

/// What an agent says of its steps, hooks included.
final class StepReports {

  /// How many hooks an attempt may run, at the most: two around each step and two after it, and
  /// those of the job. An agent that claims more is not believed.
  private static int mostSteps(PlannedJob job) {
    return 5 * job.steps().size() + 8;
  }

  static Decision report(DecisionDraft draft, ReportStep report, Attempt.WithAgent held) {
    if (held.startedAt().isEmpty()) {
      return Engine.wrongState("report a step of", held);
    }
    PlannedJob planned = draft.job(report.lease().attempt().job()).planned();
    int known = held.steps().size();
    boolean isNewHook =
        report.type().isHook() && report.step() == known && known < mostSteps(planned);
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
    boolean isOneTryTooMany =
        rows.contains(StepEvent.RETRY)
            && held.steps().get(report.step()).tries()
                > CircuitBreakers.retries(draft, planned, report.step());
    if (rows.isEmpty() || isOneTryTooMany) {
      return Engine.refuse(
          WRONG_STATE,
          "a step that is %s cannot become %s"
              .formatted(Machine.wireName(before), Machine.wireName(report.state())));
    }
    take(draft, report, rows, isNewHook ? "" : newName(held.steps().get(report.step()), report));
    return draft.accepted();
  }

  /// A hook is called what it is. So is a step of whose name the agent says nothing new, which is
  /// not worth a word in the journal.
  private static String newName(Step known, ReportStep report) {
    return known.type().isHook() || known.name().equals(report.name()) ? "" : report.name();
  }

  private static void take(
      DecisionDraft draft, ReportStep report, List<StepEvent> rows, String name) {
    for (StepEvent row : rows) {
      boolean isLast = row == rows.getLast();
      draft.apply(
          new StepMoved(
              report.lease().attempt(),
              report.step(),
              report.type(),
              row == rows.getFirst() ? name : "",
              row,
              isLast ? report.end() : StepEnd.NEVER_RAN,
              isLast && StepMachine.MACHINE.isTerminal(report.state())
                  ? Reason.of(report.code(), report.end().message())
                  : Reason.PROGRESS));
    }
    if (StepMachine.MACHINE.isTerminal(report.state()) && report.type() == StepType.STEP) {
      CircuitBreakers.outcome(draft, report);
    }
  }

  /// The rows that lead where the agent says the step is. Two lead from cancelling to cancelled:
  /// which one is told by who ended the process. One that fails before it starts, because its tool
  /// is not to be had, is started and fails in one commit.
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

  /// The commit that ends an attempt ends its steps too: as failed where the agent said so of the
  /// attempt, as cancelled where somebody else ended it.
  static void endAll(DecisionDraft draft, Attempt.WithAgent held, StepTermination end) {
    for (Step step : held.steps()) {
      if (StepMachine.MACHINE.isTerminal(step.state())) {
        continue;
      }
      StepEvent row =
          switch (step.state()) {
            case CANCELLING -> StepEvent.CANCEL_FORCE;
            case RUNNING, RETRYING -> end.agentSaysFailed() ? StepEvent.FAIL : StepEvent.CANCEL;
            case PENDING, SKIPPED, CANCELLED, SUCCESS, FAILED -> StepEvent.CANCEL;
          };
      draft.apply(
          new StepMoved(
              end.attempt(), step.index(), step.type(), "", row, StepEnd.NEVER_RAN, end.reason()));
    }
  }

  private StepReports() {}
}
