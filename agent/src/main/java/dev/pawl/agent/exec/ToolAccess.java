package dev.pawl.agent.exec;

import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Asks whether steps may use their tools. The job's thread asks and waits; answers come from
/// another one, perhaps twice.
final class ToolAccess {

  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

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

  /// Why the step cannot have its tool; nothing if it can, or if it is to be stopped.
  ///
  /// @param limit how long a step waits that wants to
  Optional<String> refusal(int step, ServerMessage.Tool tool, StopSignal stop, Deadline limit)
      throws InterruptedException {
    while (true) {
      Optional<BreakerAnswer> answer = ask(step, tool, stop, limit);
      if (stop.isRequested() || answer.filter(BreakerAnswer::allowed).isPresent()) {
        return Optional.empty();
      }
      if (answer.isEmpty()) {
        return Optional.of("nobody said in time whether %s can be had".formatted(tool.name()));
      }
      Duration wait = Duration.ofSeconds(answer.get().retryAfterSeconds());
      if (!tool.isWaitedFor() || wait.compareTo(limit.remaining()) >= 0) {
        return Optional.of(
            "the breaker of %s is open, for %d s more"
                .formatted(tool.name(), answer.get().retryAfterSeconds()));
      }
      boolean _ = stop.comesWithin(wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait);
    }
  }

  private Optional<BreakerAnswer> ask(
      int step, ServerMessage.Tool tool, StopSignal stop, Deadline limit)
      throws InterruptedException {
    var answer = new CompletableFuture<BreakerAnswer>();
    open.put(step, answer);
    try {
      reports.accept(new JobReport.ToolRequested(step, tool.name()));
      CompletableFuture.anyOf(answer, stop.graceful(), stop.force())
          .get(Math.max(0, limit.remaining().toNanos()), TimeUnit.NANOSECONDS);
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
