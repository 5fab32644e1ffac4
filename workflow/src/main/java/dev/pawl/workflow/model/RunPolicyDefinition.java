package dev.pawl.workflow.model;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.Hook;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a workflow asks for beyond GitHub's keys.
///
/// @param hooksRunOn the labels of the agent for the hooks; empty for those of the first job
/// @param failures by which failures are classified before anybody else's rules
public record RunPolicyDefinition(
    Optional<Retry> retry,
    Optional<Duration> timeout,
    Duration delay,
    List<Hook> hooks,
    List<String> hooksRunOn,
    List<FailureRule> failures) {

  public static final RunPolicyDefinition NONE =
      new RunPolicyDefinition(
          Optional.empty(), Optional.empty(), Duration.ZERO, List.of(), List.of(), List.of());

  /// When a failed run is made again.
  public record Retry(int max, Backoff backoff) {}

  public RunPolicyDefinition {
    hooks = List.copyOf(hooks);
    hooksRunOn = List.copyOf(hooksRunOn);
    failures = List.copyOf(failures);
  }
}
