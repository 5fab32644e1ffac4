package dev.pawl.workflow.model;

import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a job asks for beyond GitHub's keys.
///
/// @param retry what it says itself; the default policy is for the planner
/// @param delay how long it waits before it is queued
/// @param grace between SIGTERM and SIGKILL
public record JobPolicyDefinition(
    Optional<RetryPolicy> retry,
    List<Hook> hooks,
    Optional<Approval> approval,
    Duration delay,
    int priority,
    Optional<Duration> grace) {

  public static final JobPolicyDefinition NONE =
      new JobPolicyDefinition(
          Optional.empty(), List.of(), Optional.empty(), Duration.ZERO, 0, Optional.empty());

  public JobPolicyDefinition {
    hooks = List.copyOf(hooks);
  }
}
