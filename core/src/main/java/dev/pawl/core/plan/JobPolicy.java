package dev.pawl.core.plan;

import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The settings of a job beyond its steps. All of them are absent in [#PLAIN].
///
/// @param condition the results of its needs with which it runs
/// @param continueOnError whether the run may succeed although this job fails
/// @param approval the approval that it needs first
/// @param delay how long it waits before it is queued
/// @param priority the order for scarce agents: higher goes first
/// @param environment where it deploys to; such a job has no default retry policy
/// @param hookBudget the time for all hooks together, if the operator's limits decide it
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
    Optional<MatrixPolicy> matrix,
    Optional<Duration> hookBudget) {

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

  /// A policy whose hooks decide their time.
  public JobPolicy(
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
    this(
        condition,
        continueOnError,
        retry,
        approval,
        delay,
        group,
        priority,
        hooks,
        environment,
        matrix,
        Optional.empty());
  }

  /// Whether it has a concurrency group whose key is known before an agent has the job.
  public boolean hasKnownGroup() {
    return group.filter(rule -> !rule.isCommand()).isPresent();
  }

  public boolean isProtected() {
    return approval.isPresent() || delay.isPositive();
  }

  public boolean hasEnvironment() {
    return environment.isPresent();
  }

  /// The retry policy that applies. A job with an environment is retried only if its workflow asks
  /// for that.
  public RetryPolicy effectiveRetry() {
    return hasEnvironment() && retry.equals(RetryPolicy.DEFAULT) ? RetryPolicy.NONE : retry;
  }

  /// The policy with another approval.
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
        matrix,
        hookBudget);
  }

  public JobPolicy withCondition(Condition other) {
    return new JobPolicy(
        other,
        continueOnError,
        retry,
        approval,
        delay,
        group,
        priority,
        hooks,
        environment,
        matrix,
        hookBudget);
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
        matrix,
        hookBudget);
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
        Optional.of(matrix),
        hookBudget);
  }

  JobPolicy withHookBudget(Optional<Duration> other) {
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
        matrix,
        other);
  }
}
