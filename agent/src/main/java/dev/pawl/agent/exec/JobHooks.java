package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Hook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which hooks of a job run, and in which order. Owned by the job's thread.
///
/// Around a step: `before-step`, the step, its own `cleanup`, `after-step`. After a cancel the
/// steps come first that run all the same, and only then the hooks of the step that was cancelled.
/// At the end of the job: what fits how it ended, and `cleanup`.
final class JobHooks {

  /// A step that was cancelled, and what its hooks see.
  private record Cut(List<Hook> hooks, ExpressionEvaluator around, HookInput told) {}

  private final ServerMessage.Job job;
  private final HookRunner runner;
  private @Nullable Cut cut;

  JobHooks(ServerMessage.Job job, HookRunner runner) {
    this.job = job;
    this.runner = runner;
  }

  void before(ExpressionEvaluator around, HookInput told, StopSignal stop, Deadline limit)
      throws InterruptedException {
    for (Hook hook : of(job.hooks(), StepType.BEFORE_STEP)) {
      runner.runAround(hook, around, told, stop, limit);
    }
  }

  void after(
      ServerMessage.Step step,
      ExpressionEvaluator around,
      HookInput told,
      StopSignal stop,
      Deadline limit)
      throws InterruptedException {
    for (Hook hook : of(step.policy().hooks(), StepType.CLEANUP)) {
      runner.runAfter(hook, within(step, around), told);
    }
    for (Hook hook : of(job.hooks(), StepType.AFTER_STEP)) {
      runner.runAround(hook, around, told, stop, limit);
    }
  }

  /// The step was stopped: its hooks wait for the steps that run all the same.
  void wasCut(ServerMessage.Step step, ExpressionEvaluator around, HookInput told) {
    if (cut == null) {
      cut = new Cut(step.policy().hooks(), within(step, around), told);
    }
  }

  private static ExpressionEvaluator within(ServerMessage.Step step, ExpressionEvaluator around) {
    try {
      return around.withEnv(step.env());
    } catch (EvaluationError _) {
      return around; // the step has failed of that already
    }
  }

  /// The job is over.
  ///
  /// @param end its own hook for how it ended: `on-success`, `on-failure` or `on-cancel`; null if
  ///   it is lost, and all that is left is to clean up
  void end(@Nullable StepType end, ExpressionEvaluator around, HookInput told)
      throws InterruptedException {
    if (cut != null) {
      follow(cut.hooks(), end == StepType.ON_CANCEL ? end : null, cut.around(), cut.told());
    }
    follow(job.hooks(), end, around, told);
  }

  private void follow(
      List<Hook> hooks, @Nullable StepType first, ExpressionEvaluator around, HookInput told)
      throws InterruptedException {
    if (first != null) {
      for (Hook hook : of(hooks, first)) {
        runner.runAfter(hook, around, told);
      }
    }
    for (Hook hook : of(hooks, StepType.CLEANUP)) {
      runner.runAfter(hook, around, told);
    }
  }

  /// This job is the run's hooks: all of them, in their order.
  void ofTheRun(ExpressionEvaluator around, HookInput told) throws InterruptedException {
    for (Hook hook : job.hooks()) {
      runner.runAfter(hook, around, told);
    }
  }

  private static List<Hook> of(List<Hook> hooks, StepType type) {
    return hooks.stream().filter(hook -> hook.type().equals(type.wireName())).toList();
  }
}
