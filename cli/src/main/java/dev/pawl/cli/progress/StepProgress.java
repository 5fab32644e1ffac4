package dev.pawl.cli.progress;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;

/// A step of a job's current attempt, as views show it.
///
/// @param ending why it ended, for a failure the exit code or a message; may be empty
/// @param isTolerated whether it failed and `continue-on-error` of the step tolerates that
/// @param source where a failed step is defined, as `file:line:column`; may be empty
public record StepProgress(
    int index,
    String name,
    boolean isHook,
    String state,
    String ending,
    boolean isTolerated,
    String source) {

  /// Makes the texts of the workflow safe to print.
  public StepProgress {
    name = PrintableText.line(name);
    ending = PrintableText.line(ending);
    source = PrintableText.line(source);
  }

  static StepProgress of(PlannedJob job, Attempt attempt, Step step) {
    boolean isPlanned = step.index() < job.steps().size();
    boolean isFailed = step.state() == StepState.FAILED;
    return new StepProgress(
        step.index(),
        step.name(),
        step.type().isHook(),
        Machine.wireName(step.state()),
        step instanceof Step.Ended ended ? ending(ended.end()) : "",
        isFailed
            && isPlanned
            && (attempt.state() == AttemptState.SUCCESS || job.body().isOptional(step.index())),
        isFailed && isPlanned ? job.steps().get(step.index()).source() : "");
  }

  private static String ending(StepEnd end) {
    return end.message().isEmpty()
        ? ending(end.ender() == StepEnd.Ender.PROCESS ? end.exitCode() : 0)
        : end.message();
  }

  private static String ending(int exitCode) {
    return exitCode == 0 ? "" : "exit code " + exitCode;
  }

  static StepProgress of(StepRow step) {
    Integer code = step.exitCode();
    return new StepProgress(
        step.step(),
        step.name(),
        !step.stepType().equals(StepType.STEP.wireName()),
        step.state(),
        step.message().isEmpty() ? ending(code == null ? 0 : code) : step.message(),
        step.tolerated(),
        step.source());
  }

  public boolean isFailed() {
    return state.equals("failed");
  }

  boolean isRunning() {
    return state.equals("running") || state.equals("cancelling");
  }
}
