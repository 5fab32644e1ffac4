package dev.pawl.agent.contexts;

import java.util.function.BooleanSupplier;

/// Where something is evaluated.
///
/// @param job the scope of the whole job
/// @param scope that of the step
/// @param isCancelled whether the job is being cancelled
/// @param step what `github.action` says
/// @param source where it stands in the workflow's file
public record EvaluationContext(
    JobContexts contexts,
    StepScope job,
    StepScope scope,
    BooleanSupplier isCancelled,
    String step,
    String source) {

  /// Whether nothing has failed so far, of what the steps here see of one another.
  boolean isSuccess() {
    return !scope.hasFailed() && !isCancelled.getAsBoolean();
  }
}
