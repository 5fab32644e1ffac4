package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.session.KillReason;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The controls of one running job: the session's thread starts, cancels and kills the job by it,
/// and delivers acknowledgements and answers; the job's thread waits for them. Thread-safe.
final class JobControl {

  private final JobDispatch dispatch;
  private final LogShipper log;
  private final ToolAccess tools;
  private final JobDeadlines deadlines;
  private final StopSignal stop = new StopSignal();
  private final CompletableFuture<Void> start = new CompletableFuture<>();
  private final LeaseFence fence = new LeaseFence();
  private final CompletableFuture<String> commit = new CompletableFuture<>();
  private volatile boolean isKilled;
  private volatile boolean isFenced;

  JobControl(JobDispatch dispatch, LogShipper log, ToolAccess tools) {
    this.dispatch = dispatch;
    this.log = log;
    this.tools = tools;
    this.deadlines = new JobDeadlines(dispatch);
  }

  JobDispatch dispatch() {
    return dispatch;
  }

  LogShipper log() {
    return log;
  }

  ToolAccess tools() {
    return tools;
  }

  JobDeadlines deadlines() {
    return deadlines;
  }

  StopSignal stop() {
    return stop;
  }

  LeaseFence fence() {
    return fence;
  }

  boolean isKilled() {
    return isKilled;
  }

  /// Whether the watchdog has killed the job's processes.
  boolean isFenced() {
    return isFenced;
  }

  /// Allows the job to start processes: the server has committed its start.
  void allowStart() {
    start.complete(null);
  }

  /// The server has decided which commit the run has.
  void commitDecided(String decided) {
    commit.complete(decided);
  }

  /// Waits until the job may start, or is stopped.
  ///
  /// @return whether it may start
  boolean awaitStart() throws InterruptedException {
    return isDoneBeforeStop(start);
  }

  /// Waits for the commit of the run; none if the job is stopped before.
  Optional<String> awaitCommit() throws InterruptedException {
    return isDoneBeforeStop(commit) ? Optional.of(commit.join()) : Optional.empty();
  }

  private boolean isDoneBeforeStop(CompletableFuture<?> event) throws InterruptedException {
    try {
      CompletableFuture.anyOf(event, stop.graceful()).get();
      return event.isDone();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Stops the job gracefully.
  ///
  /// @param bound the time that the server waits for the end
  void cancel(String reason, Duration bound) {
    deadlines.cancelled(bound);
    stop.request(reason);
  }

  /// Stops the job at once. Its result is not reported, and its log not shipped any further.
  /// Cleanup hooks run where the reason allows them, but not for a job with an environment, in
  /// which another attempt may be at work by now.
  void kill(KillReason reason) {
    isKilled = true;
    stop(reason);
  }

  /// The watchdog has killed the job's processes, because this process was stopped for longer than
  /// the lease. Its session will say so too; whatever it says, what the job did last is no result.
  void fenced() {
    isFenced = true;
    stop(KillReason.FENCED);
  }

  private void stop(KillReason reason) {
    fence.callOff();
    stop.kill(!reason.allowsHooks() || dispatch.job().policy().hasEnvironment());
    log.close();
  }
}
