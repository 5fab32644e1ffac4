package dev.pawl.agent.steps;

import dev.pawl.core.classify.LogPattern;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepEnd;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Decides whether a step is tried again in place, and after which delay.
public final class StepRetryPolicy {

  /// The delay before the next try; empty if there is none.
  ///
  /// @param tries the number of tries so far
  /// @param seed of the delay's jitter
  public static Optional<Duration> delayAfter(
      PlannedStep step, int tries, StepOutcome outcome, String seed) {
    StepPolicy.Retry retry = step.policy().retry();
    if (tries > retry.max() || !hasFailedByItself(step, outcome) || !matches(retry, outcome)) {
      return Optional.empty();
    }
    return Optional.of(retry.backoff().after(tries, seed));
  }

  private static boolean hasFailedByItself(PlannedStep step, StepOutcome outcome) {
    return outcome.end().ender() == StepEnd.Ender.PROCESS
        && outcome.rejection().isEmpty()
        && !step.policy().successExitCodes().contains(outcome.end().exitCode());
  }

  private static boolean matches(StepPolicy.Retry retry, StepOutcome outcome) {
    boolean isAny = retry.exitCodes().isEmpty() && retry.log().isEmpty();
    return isAny
        || retry.exitCodes().contains(outcome.end().exitCode())
        || (!retry.log().isEmpty() && isIn(retry.log(), outcome.lines()));
  }

  /// The planner rejects invalid patterns; one that arrives all the same matches nothing.
  private static boolean isIn(String log, List<String> lines) {
    try {
      return LogPattern.of("retry", log).isIn(lines);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private StepRetryPolicy() {}
}
