package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.steps.ScriptRunner.StepLimits;
import dev.pawl.agent.steps.StepExecutor;
import dev.pawl.agent.steps.StepExecutor.StepOutcome;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.TimeoutText;
import dev.pawl.core.classify.LogPattern;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.step.StepEnd;
import dev.pawl.protocol.ServerMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tries at one step: the first, and those that follow in place for as long as its policy and
/// its time allow. What counts is the last. Owned by the job's thread.
final class StepRetries {

  private final JobResources job;
  private final StepExecutor execution;

  StepRetries(JobResources job, StepExecutor execution) {
    this.job = job;
    this.execution = execution;
  }

  /// What came of the step; nothing if it is to be stopped before it has begun.
  Optional<StepOutcome> run(
      int index, ServerMessage.Step step, ExpressionEvaluator around, StepLimits bounds)
      throws InterruptedException {
    if (bounds.stop().isAny()) {
      return Optional.empty();
    }
    StepLimits own;
    try {
      own = limited(bounds, step, around);
    } catch (EvaluationError e) {
      job.claims().transition(index, StepEvent.START);
      return Optional.of(StepOutcome.notStarted(e.message()));
    }
    ServerMessage.Tool tool = step.policy().tool();
    if (tool != null) {
      Optional<String> refusal = job.tools().refusal(index, tool, own.stop(), own.limit());
      if (refusal.isPresent() || own.stop().isAny()) {
        return refusal.map(StepOutcome::withoutTool);
      }
    }
    job.claims().transition(index, StepEvent.START);
    return Optional.of(tried(index, step, around, own));
  }

  /// @param bounds of all tries together
  private StepOutcome tried(
      int index, ServerMessage.Step step, ExpressionEvaluator around, StepLimits bounds)
      throws InterruptedException {
    for (int tries = 1; ; tries++) {
      StepOutcome done = execution.run(index, tries, step, around, bounds);
      Optional<Duration> pause = pauseAfter(index, tries, step, done);
      if (pause.isEmpty() || pause.get().compareTo(bounds.limit().remaining()) >= 0) {
        return done;
      }
      job.claims().transition(index, StepEvent.RETRY, execution.shown(done), null, Map.of());
      tell(index, done, pause.get());
      if (bounds.stop().comesWithin(pause.get())) {
        return done.cutOff();
      }
      job.claims().transition(index, StepEvent.START);
    }
  }

  /// How long to wait before the next try; none if there is no other.
  private Optional<Duration> pauseAfter(
      int index, int tries, ServerMessage.Step step, StepOutcome done) {
    ServerMessage.Retry retry = step.policy().retry();
    boolean isOver = tries > retry.max() || !hasFailedByItself(step, done);
    if (isOver || !fits(retry, done)) {
      return Optional.empty();
    }
    var backoff =
        new Backoff(
            Duration.ofMillis(retry.initialMillis()),
            retry.factor(),
            Duration.ofMillis(retry.mostMillis()));
    ServerMessage.JobDispatch dispatch = job.dispatch();
    String seed =
        "%s/%s/%d/%d".formatted(dispatch.runId(), dispatch.jobId(), dispatch.attempt(), index);
    return Optional.of(backoff.after(tries, seed));
  }

  private static boolean hasFailedByItself(ServerMessage.Step step, StepOutcome done) {
    return done.end().ender() == StepEnd.Ender.PROCESS
        && done.refusal().isEmpty()
        && !step.policy().expectedExitCodes().contains(done.end().exitCode());
  }

  private static boolean fits(ServerMessage.Retry retry, StepOutcome done) {
    boolean isAny = retry.exitCodes().isEmpty() && retry.log().isEmpty();
    return isAny
        || retry.exitCodes().contains(done.end().exitCode())
        || (!retry.log().isEmpty() && isIn(retry.log(), done.lines()));
  }

  /// An expression that is none was refused by whoever planned the job.
  private static boolean isIn(String log, List<String> lines) {
    try {
      return LogPattern.of("retry", log).isIn(lines);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private void tell(int index, StepOutcome done, Duration pause) throws InterruptedException {
    String line =
        "Failed with exit code %d; trying again in %.1f s%n"
            .formatted(done.end().exitCode(), pause.toMillis() / 1000.0);
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    job.log().ship(index, bytes, bytes.length);
  }

  /// The time that a step has for itself is for all of its tries.
  private static StepLimits limited(
      StepLimits bounds, ServerMessage.Step step, ExpressionEvaluator around)
      throws EvaluationError {
    Optional<Duration> own =
        around.withEnv(step.env()).minutes("timeout-minutes", step.timeoutMinutes());
    return own.map(time -> Deadline.after(time, "it took more than " + TimeoutText.text(time)))
        .map(limit -> bounds.until(bounds.limit().orEarlier(limit)))
        .orElse(bounds);
  }
}
