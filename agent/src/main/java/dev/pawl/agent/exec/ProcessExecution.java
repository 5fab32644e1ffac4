package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.KillReason;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Jobs as processes: each has a thread of its own, from when it was handed over until nothing of
/// it is left. Called by the session's owner; the jobs' threads take themselves off the map.
public final class ProcessExecution implements Execution {

  private final WorkspaceProvider workspace;
  private final LogLink logs;
  private final JobReportSink reports;
  private final Map<String, JobRunner> runners = new ConcurrentHashMap<>();

  public ProcessExecution(WorkspaceProvider workspace, LogLink logs, JobReportSink reports) {
    this.workspace = workspace;
    this.logs = logs;
    this.reports = reports;
  }

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    handOver(dispatch);
  }

  /// Also of a job that is there already: its group is known, and its thread waits for this word.
  @Override
  public void start(JobDispatch dispatch) {
    of(dispatch.leaseId()).orElseGet(() -> handOver(dispatch)).start();
  }

  private JobRunner handOver(JobDispatch dispatch) {
    String lease = dispatch.leaseId();
    var runner = new JobRunner(dispatch, workspace, logs, report -> reports.report(lease, report));
    runners.put(lease, runner);
    Thread.ofVirtual().name("job " + dispatch.jobId()).start(() -> run(lease, runner));
    return runner;
  }

  private void run(String lease, JobRunner runner) {
    try {
      var end = runner.run();
      runners.remove(lease);
      reports.report(lease, end);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    of(leaseId).ifPresent(runner -> runner.cancel(reason, bound));
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    of(leaseId).ifPresent(runner -> runner.kill(stop));
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset) {
    of(leaseId).ifPresent(runner -> runner.logAcknowledged(stepIndex, offset));
  }

  @Override
  public void disconnectLog(String leaseId) {
    of(leaseId).ifPresent(JobRunner::cutOffLog);
  }

  @Override
  public void resumeLog(String leaseId) {
    of(leaseId).ifPresent(JobRunner::resumeLog);
  }

  @Override
  public void toolAnswered(BreakerAnswer answer) {
    of(answer.leaseId()).ifPresent(runner -> runner.answered(answer));
  }

  private Optional<JobRunner> of(String leaseId) {
    return Optional.ofNullable(runners.get(leaseId));
  }
}
