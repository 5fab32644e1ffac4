package dev.pawl.agent.exec;

import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Asks the server whether steps may use their tools, which is decided by the tools' circuit
/// breakers. The job's thread asks and waits; the session's thread delivers the answers, possibly
/// twice.
final class ToolAccess {

  private static final Duration MIN_DELAY = Duration.ofSeconds(1);

  private final Consumer<JobReport> reports;
  private final ConcurrentHashMap<Integer, CompletableFuture<BreakerAnswer>> open =
      new ConcurrentHashMap<>();

  ToolAccess(Consumer<JobReport> reports) {
    this.reports = reports;
  }

  void answered(BreakerAnswer answer) {
    var question = open.get(answer.stepIndex());
    if (question != null) {
      question.complete(answer);
    }
  }

  /// Waits until a step may use its tool.
  ///
  /// @param deadline of a step that waits for a closed breaker
  /// @return the reason why it cannot be used; empty if it can, or if the step is to stop
  Optional<String> await(int step, StepPolicy policy, StopSignal stop, Deadline deadline)
      throws InterruptedException {
    String tool = policy.tool().orElseThrow();
    while (true) {
      Optional<BreakerAnswer> answer = ask(step, tool, stop, deadline);
      if (stop.isRequested() || answer.filter(BreakerAnswer::allowed).isPresent()) {
        return Optional.empty();
      }
      if (answer.isEmpty()) {
        return Optional.of(
            "tool '%s' is not available: the server did not answer in time".formatted(tool));
      }
      Duration wait = Duration.ofSeconds(answer.get().retryAfterSeconds());
      if (!policy.waitsForTool() || wait.compareTo(deadline.remaining()) >= 0) {
        return Optional.of(
            "tool '%s' is not available: its breaker is open for %d s more"
                .formatted(tool, answer.get().retryAfterSeconds()));
      }
      boolean _ = stop.comesWithin(wait.compareTo(MIN_DELAY) < 0 ? MIN_DELAY : wait);
    }
  }

  private Optional<BreakerAnswer> ask(int step, String tool, StopSignal stop, Deadline deadline)
      throws InterruptedException {
    var answer = new CompletableFuture<BreakerAnswer>();
    open.put(step, answer);
    try {
      reports.accept(new JobReport.ToolRequested(step, tool));
      CompletableFuture.anyOf(answer, stop.graceful(), stop.force())
          .get(Math.max(0, deadline.remaining().toNanos()), TimeUnit.NANOSECONDS);
      return Optional.ofNullable(answer.getNow(null));
    } catch (TimeoutException _) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      open.remove(step);
    }
  }
}
