package dev.pawl.agent.contexts;

import java.util.function.BooleanSupplier;

/// The context in which an expression of a step, an action or a job is evaluated.
///
/// @param job the scope of the whole job
/// @param scope the scope of the step
/// @param isCancelled whether the job is being cancelled
/// @param step the value of `github.action`
/// @param source the position in the workflow file, for error messages
public record EvaluationContext(
    JobContexts contexts,
    StepScope job,
    StepScope scope,
    BooleanSupplier isCancelled,
    String step,
    String source) {

  /// The value of `success()`: no step of the scope has failed, and the job is not cancelled.
  boolean isSuccess() {
    return !scope.hasFailed() && !isCancelled.getAsBoolean();
  }
}
