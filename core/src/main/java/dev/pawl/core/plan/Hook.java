package dev.pawl.core.plan;

import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A script that observes how a step, a job or a run ended.
///
/// @param timeout its own, if it has one
public record Hook(StepType type, String run, Optional<Duration> timeout) {

  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

  /// The operator's cap on what all hooks of a job may take together.
  public static final Duration MAX_BUDGET = Duration.ofMinutes(30);

  public static Hook of(StepType type, String run) {
    return new Hook(type, run, Optional.empty());
  }

  public Duration bound() {
    return timeout.orElse(DEFAULT_TIMEOUT);
  }

  /// What all of them may take: the larger of five minutes and the sum of the explicit ones. Hooks
  /// around each step count against the job's time-out instead.
  public static Duration budget(List<Hook> hooks) {
    Duration explicit = Duration.ZERO;
    for (Hook hook : hooks) {
      if (!hook.type().isAroundAStep() && hook.timeout().isPresent()) {
        explicit = explicit.plus(hook.timeout().get());
      }
    }
    Duration budget = explicit.compareTo(DEFAULT_TIMEOUT) > 0 ? explicit : DEFAULT_TIMEOUT;
    return budget.compareTo(MAX_BUDGET) > 0 ? MAX_BUDGET : budget;
  }
}
