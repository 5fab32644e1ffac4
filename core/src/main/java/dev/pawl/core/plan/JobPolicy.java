package dev.pawl.core.plan;

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
/// @param hasEnvironment whether it deploys somewhere: then nothing is retried unless it says so
public record JobPolicy(
    Condition condition,
    boolean continueOnError,
    RetryPolicy retry,
    Optional<Approval> approval,
    Duration delay,
    Optional<GroupRule> group,
    int priority,
    List<Hook> hooks,
    boolean hasEnvironment,
    Optional<Matrix> matrix,
    Optional<Expansion> expansion) {

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
          false,
          Optional.empty(),
          Optional.empty());

  public JobPolicy {
    hooks = List.copyOf(hooks);
  }

  public boolean isProtected() {
    return approval.isPresent() || delay.isPositive();
  }
}
