package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.steps.StepExecutor;
import dev.pawl.agent.steps.StepOutcome;
import dev.pawl.agent.steps.StepRetryPolicy;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StepLimits;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.protocol.ServerMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Runs one step: waits for its tool, and tries it as often as its policy and its timeout allow.
/// Owned by the job's thread.
final class StepRunner {

  private final JobControl control;
  private final StepClaims claims;
  private final StepExecutor executor;

  StepRunner(JobControl control, StepClaims claims, StepExecutor executor) {
    this.control = control;
    this.claims = claims;
    this.executor = executor;
  }

  /// Runs a step, once its tool may be used. Returns nothing if it was stopped before its start.
  Optional<StepOutcome> run(
      int index, PlannedStep step, ExpressionEvaluator evaluator, StepLimits limits)
      throws InterruptedException {
    if (limits.stop().isAny()) {
      return Optional.empty();
    }
    StepLimits own;
    try {
      own = limits.withDeadline(deadline(step, evaluator, limits.deadline()));
    } catch (EvaluationError e) {
      claims.transition(index, StepEvent.START);
      return Optional.of(StepOutcome.notStarted(e.message()));
    }
    if (step.policy().tool().isPresent()) {
      Optional<String> problem =
          control.tools().await(index, step.policy(), own.stop(), own.deadline());
      if (problem.isPresent() || own.stop().isAny()) {
        return problem.map(StepOutcome::toolUnavailable);
      }
    }
    claims.transition(index, StepEvent.START);
    return Optional.of(runTries(index, step, evaluator, own));
  }

  /// The timeout of a step covers all of its tries.
  private static Deadline deadline(PlannedStep step, ExpressionEvaluator evaluator, Deadline ofJob)
      throws EvaluationError {
    return evaluator
        .withEnv(step.env())
        .minutes("timeout-minutes", step.timeoutMinutes())
        .map(time -> Deadline.after(time, "timed out after " + Deadline.text(time)))
        .map(ofJob::orEarlier)
        .orElse(ofJob);
  }

  /// Runs the tries of a step in place, for as long as its policy and its deadline allow. The last
  /// one counts.
  private StepOutcome runTries(
      int index, PlannedStep step, ExpressionEvaluator evaluator, StepLimits limits)
      throws InterruptedException {
    ServerMessage.JobDispatch dispatch = control.dispatch();
    String seed =
        "%s/%s/%d/%d".formatted(dispatch.runId(), dispatch.jobId(), dispatch.attempt(), index);
    for (int tries = 1; ; tries++) {
      StepOutcome outcome = executor.run(index, tries, step, evaluator, limits);
      Optional<Duration> delay = StepRetryPolicy.delayAfter(step, tries, outcome, seed);
      if (delay.isEmpty() || delay.get().compareTo(limits.deadline().remaining()) >= 0) {
        return outcome;
      }
      claims.transition(index, StepEvent.RETRY, executor.maskedEnd(outcome), null, Map.of());
      printRetry(index, outcome, delay.get());
      if (limits.stop().comesWithin(delay.get())) {
        return outcome.stoppedBeforeRetry();
      }
      claims.transition(index, StepEvent.START);
    }
  }

  private void printRetry(int index, StepOutcome outcome, Duration delay)
      throws InterruptedException {
    String line =
        "Failed with exit code %d, next try in %.1f s%n"
            .formatted(outcome.end().exitCode(), delay.toMillis() / 1000.0);
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    control.log().ship(index, bytes, bytes.length);
  }
}
