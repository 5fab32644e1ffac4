package dev.pawl.core.plan;

import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A script that runs around a step, or after a step, a job or a run ended.
///
/// @param timeout its own, if it has one
public record Hook(StepType type, String run, Optional<Duration> timeout) {

  public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

  /// The limit for all hooks of a job together, unless the operator has set another.
  public static final Duration MAX_BUDGET = Duration.ofMinutes(30);

  public static Hook of(StepType type, String run) {
    return new Hook(type, run, Optional.empty());
  }

  public Duration bound() {
    return timeout.orElse(DEFAULT_TIMEOUT);
  }

  /// The time for all hooks together: the larger of five minutes and the sum of the explicit
  /// timeouts. Hooks around a step count against the job's timeout instead.
  public static Duration budget(List<Hook> hooks) {
    Duration explicit = explicitTime(hooks);
    Duration budget = explicit.compareTo(DEFAULT_TIMEOUT) > 0 ? explicit : DEFAULT_TIMEOUT;
    return budget.compareTo(MAX_BUDGET) > 0 ? MAX_BUDGET : budget;
  }

  /// The sum of the explicit timeouts of the hooks that are not around a step.
  static Duration explicitTime(List<Hook> hooks) {
    Duration explicit = Duration.ZERO;
    for (Hook hook : hooks) {
      if (!hook.type().isAroundAStep() && hook.timeout().isPresent()) {
        explicit = explicit.plus(hook.timeout().get());
      }
    }
    return explicit;
  }
}
