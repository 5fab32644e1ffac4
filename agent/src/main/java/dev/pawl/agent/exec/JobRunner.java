package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.session.LeaseChannel;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.FromAgent.JobAck;
import dev.pawl.protocol.FromAgent.JobCancelAck;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.JobStart;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Executes one attempt under its lease, from its acknowledgement to its result.
///
/// Nothing of the job starts before the server has acknowledged the start. Run by one thread; the
/// signals to stop, and the acknowledgements of log bytes, come from others.
public final class JobRunner {

  private record Result(String status, String code, String reason) {
    private static final Result SUCCESS = new Result("success", "ok", "");
    private static final Result CANCELLED = new Result("cancelled", "user", "");
  }

  private final JobDispatch dispatch;
  private final LeaseChannel channel;
  private final Workspace workspace;
  private final StopSignal stop = new StopSignal();
  private final Map<Integer, LogShipper> logs = new ConcurrentHashMap<>();
  private final StepClaims claims;
  private volatile boolean isStale;
  private volatile boolean isDone;

  public JobRunner(LeaseChannel channel, Workspace workspace) {
    this.channel = channel;
    this.dispatch = channel.dispatch();
    this.workspace = workspace;
    this.claims = new StepClaims(channel);
  }

  /// Stop gracefully, and say so.
  public void cancel() {
    stop.request(false);
  }

  /// The lease is over: stop at once, and say nothing.
  public void fence() {
    isStale = true;
    stop.request(true);
    logs.values().forEach(LogShipper::close);
  }

  public void logAcknowledged(int step, long offset) {
    LogShipper log = logs.get(step);
    if (log != null) {
      log.acknowledged(offset);
    }
  }

  /// Executes the attempt. Returns when nothing of it is left and the server has its result.
  public void run() throws InterruptedException {
    channel.say(seq ->
        new JobAck(
            dispatch.leaseId(), dispatch.runId(), dispatch.jobId(), dispatch.attempt(), seq));
    boolean mayStart =
        channel.sayAndAwait(seq ->
            new JobStart(
                dispatch.leaseId(), dispatch.runId(), dispatch.jobId(), dispatch.attempt(), seq));
    if (!mayStart) {
      return;
    }
    Result result = execute();
    isDone = true;
    report(result);
  }

  /// Whether nothing of it is left but its result to be acknowledged: its slot is free, and the
  /// next dispatch may well be here before the acknowledgement.
  public boolean isDone() {
    return isDone;
  }

  private Result execute() throws InterruptedException {
    try (Workspace.Place place = workspace.open(dispatch)) {
      return steps(place);
    } catch (IOException e) {
      return new Result(
          "failed", "infra", "the workspace could not be prepared: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      // A defect, but nobody waits for a result that never comes.
      return new Result("failed", "infra", "the agent failed: " + e);
    }
  }

  private Result steps(Workspace.Place place) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(dispatch.maxRuntimeSeconds()).toNanos();
    var runner = new StepRunner(place, Duration.ofMillis(dispatch.gracePeriodMillis()));
    List<FromServer.Step> steps = dispatch.job().steps();
    for (int index = 0; index < steps.size() && !stop.isRequested(); index++) {
      FromServer.Step step = steps.get(index);
      StepEnd end = run(runner, index, step, Duration.ofNanos(deadline - System.nanoTime()));
      if (claims.state(index) == StepState.FAILED) {
        skipFrom(index + 1);
        return failed(step, end);
      }
    }
    return stop.isRequested() ? Result.CANCELLED : Result.SUCCESS;
  }

  private static Result failed(FromServer.Step step, StepEnd end) {
    boolean timedOut = end.ender() == Ender.TIMEOUT;
    return new Result(
        timedOut ? "timed_out" : "failed",
        timedOut ? "timeout" : "user",
        "step '%s' failed: %s"
            .formatted(
                step.name(),
                end.message().isEmpty() ? "exit code " + end.exitCode() : end.message()));
  }

  private StepEnd run(StepRunner runner, int index, FromServer.Step step, Duration left)
      throws InterruptedException {
    var log = new LogShipper(channel.link(), dispatch.leaseId(), index);
    logs.put(index, log);
    if (isStale) {
      log.close();
    }
    claims.move(index, StepEvent.START, StepEnd.NEVER_RAN);
    StepEnd end =
        runner.run(
            index,
            step,
            log,
            stop,
            left,
            () -> claims.move(index, StepEvent.CANCEL_GRACEFUL, StepEnd.NEVER_RAN));
    claims.move(index, ending(claims.state(index), end), end);
    return end;
  }

  private static StepEvent ending(StepState state, StepEnd end) {
    if (state == StepState.CANCELLING) {
      return end.ender() == Ender.KILLED ? StepEvent.CANCEL_FORCE : StepEvent.COMPLETE;
    }
    return switch (end.ender()) {
      case PROCESS -> end.exitCode() == 0 ? StepEvent.SUCCEED : StepEvent.FAIL;
      case NOBODY, TIMEOUT -> StepEvent.FAIL;
      case TERMINATED, KILLED -> StepEvent.CANCEL;
    };
  }

  private void skipFrom(int index) {
    for (int step = index; step < dispatch.job().steps().size(); step++) {
      claims.move(step, StepEvent.SKIP, StepEnd.NEVER_RAN);
    }
  }

  /// The lease is kept until the server has the result, which may have to be said again.
  private void report(Result result) throws InterruptedException {
    channel.sayAndAwait(seq ->
        result.equals(Result.CANCELLED)
            ? new JobCancelAck(
                dispatch.leaseId(),
                dispatch.runId(),
                dispatch.jobId(),
                dispatch.attempt(),
                seq,
                result.status())
            : new JobComplete(
                dispatch.leaseId(),
                dispatch.runId(),
                dispatch.jobId(),
                dispatch.attempt(),
                seq,
                result.status(),
                result.code(),
                result.reason()));
  }
}
