package dev.pawl.core.plan;

import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a job asks for beyond being executed. All of it is absent in [#PLAIN].
///
/// @param condition under which results of its needs it runs
/// @param continueOnError whether the run may succeed where this job fails
/// @param approval who must agree first
/// @param delay how long it waits before it is queued
/// @param priority which goes first where agents are few: the higher
/// @param environment where it deploys to: then nothing is retried unless it says so
public record JobPolicy(
    Condition condition,
    boolean continueOnError,
    RetryPolicy retry,
    Optional<Approval> approval,
    Duration delay,
    Optional<GroupRule> group,
    int priority,
    List<Hook> hooks,
    Optional<String> environment,
    Optional<MatrixPolicy> matrix) {

  public static final JobPolicy PLAIN =
      new JobPolicy(
          Condition.SUCCESS,
          false,
          RetryPolicy.DEFAULT,
          Optional.empty(),
          Duration.ZERO,
          Optional.empty(),
          0,
          List.of(),
          Optional.empty(),
          Optional.empty());

  public JobPolicy {
    hooks = List.copyOf(hooks);
  }

  public boolean isProtected() {
    return approval.isPresent() || delay.isPositive();
  }

  public boolean hasEnvironment() {
    return environment.isPresent();
  }

  /// By what it is tried again. A job that deploys somewhere is, only where it says so.
  public RetryPolicy effectiveRetry() {
    return hasEnvironment() && retry.equals(RetryPolicy.DEFAULT) ? RetryPolicy.NONE : retry;
  }

  /// The same, for others to agree.
  public JobPolicy with(Approval other) {
    return new JobPolicy(
        condition,
        continueOnError,
        retry,
        Optional.of(other),
        delay,
        group,
        priority,
        hooks,
        environment,
        matrix);
  }

  JobPolicy withEvaluated(
      boolean continueOnError, Optional<GroupRule> group, Optional<String> environment) {
    return new JobPolicy(
        condition,
        continueOnError,
        retry,
        approval,
        delay,
        group,
        priority,
        hooks,
        environment,
        matrix);
  }

  JobPolicy withMatrix(MatrixPolicy matrix) {
    return new JobPolicy(
        condition,
        continueOnError,
        retry,
        approval,
        delay,
        group,
        priority,
        hooks,
        environment,
        Optional.of(matrix));
  }
}
