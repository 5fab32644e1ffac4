package dev.pawl.cli.service;

import dev.pawl.agent.exec.JobReportSink;
import dev.pawl.agent.exec.ProcessExecution;
import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Execution that logs when a job starts, is stopped, and ends. Thread-safe.
final class LoggingExecution implements Execution {

  private static final Logger LOG = LoggerFactory.getLogger(LoggingExecution.class);

  /// By lease id, which is a secret and is not logged.
  private final Map<String, JobDispatch> jobs = new ConcurrentHashMap<>();

  /// Those of [#jobs] that are to be killed.
  private final Set<String> killed = ConcurrentHashMap.newKeySet();

  private final Execution execution;

  /// @param reports receives each report after it was logged
  LoggingExecution(WorkspaceProvider workspace, LogLink logs, JobReportSink reports) {
    this.execution =
        new ProcessExecution(
            workspace,
            logs,
            (lease, report) -> {
              log(lease, report);
              reports.report(lease, report);
            });
  }

  @Override
  public void resolveCommit(JobDispatch dispatch) {
    execution.resolveCommit(dispatch);
  }

  @Override
  public void commitDecided(String leaseId, String commit) {
    execution.commitDecided(leaseId, commit);
  }

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    execution.evaluateGroup(dispatch);
  }

  @Override
  public void start(JobDispatch dispatch) {
    jobs.put(dispatch.leaseId(), dispatch);
    log(dispatch, "job started");
    execution.start(dispatch);
  }

  @Override
  public void leaseRenewed(String leaseId, Duration remaining) {
    execution.leaseRenewed(leaseId, remaining);
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    log(leaseId, "cancelling the job: " + reason);
    execution.cancel(leaseId, reason, bound);
  }

  /// Whether a job is executed that nobody has killed.
  boolean isExecuting() {
    return !killed.containsAll(jobs.keySet());
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    jobs.computeIfPresent(
        leaseId,
        (lease, job) -> {
          killed.add(lease);
          return job;
        });
    log(leaseId, "killing the job: " + describe(stop));
    execution.kill(leaseId, stop);
  }

  private static String describe(KillReason stop) {
    return switch (stop) {
      case FENCED -> "no server has answered for as long as its lease lasts";
      case STALE -> "its lease is over";
      case FORCED -> "cancelled by force";
      case RELEASED -> "it waits for its group";
      case ABANDONED -> "the agent shuts down";
    };
  }

  private void log(String leaseId, JobReport report) {
    switch (report) {
      case JobReport.Completed done -> logEnd(leaseId, done.status(), done.reason());
      case JobReport.Stopped stopped -> logEnd(leaseId, stopped.finalStatus(), "");
      case JobReport.Lost(var reason) -> logEnd(leaseId, "lost", reason);
      case JobReport.Killed _ -> logEnd(leaseId, "killed", "");
      case JobReport.CommitResolved _,
          JobReport.GroupEvaluated _,
          JobReport.StepStateChanged _,
          JobReport.ToolRequested _,
          JobReport.Uploading _ -> {}
    }
  }

  private void logEnd(String leaseId, String status, String reason) {
    @Nullable JobDispatch job = jobs.remove(leaseId);
    killed.remove(leaseId);
    if (job != null) {
      log(job, "job ended: " + status + (reason.isEmpty() ? "" : ", " + reason));
    }
  }

  private void log(String leaseId, String message) {
    @Nullable JobDispatch job = jobs.get(leaseId);
    if (job != null) {
      log(job, message);
    }
  }

  private static void log(JobDispatch job, String message) {
    LOG.atInfo()
        .addKeyValue("run", job.runId())
        .addKeyValue("job", job.jobId())
        .addKeyValue("attempt", job.attempt())
        .addKeyValue("lease", job.leaseNumber())
        .setMessage(message)
        .log();
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {
    execution.logAcknowledged(leaseId, stepIndex, offset, isCut);
  }

  @Override
  public void disconnectLog(String leaseId) {
    execution.disconnectLog(leaseId);
  }

  @Override
  public void resumeLog(String leaseId) {
    execution.resumeLog(leaseId);
  }

  @Override
  public void toolAnswered(BreakerAnswer answer) {
    execution.toolAnswered(answer);
  }
}
