package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Executes jobs as processes of this machine. Each job has a thread of its own, from the call that
/// hands it over until nothing of it is left. Called by the session's owner; the jobs' threads
/// remove themselves from the map.
public final class ProcessExecution implements Execution {

  private final WorkspaceProvider workspaces;
  private final LogLink logs;
  private final JobReportSink reports;
  private final Map<String, JobControl> jobs = new ConcurrentHashMap<>();

  public ProcessExecution(WorkspaceProvider workspaces, LogLink logs, JobReportSink reports) {
    this.workspaces = workspaces;
    this.logs = logs;
    this.reports = reports;
  }

  @Override
  public void resolveCommit(JobDispatch dispatch) {
    JobControl _ = startThread(dispatch);
  }

  @Override
  public void commitDecided(String leaseId, String commit) {
    job(leaseId).ifPresent(job -> job.commitDecided(commit));
  }

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    JobControl _ = startThread(dispatch);
  }

  /// Starts the job. The thread of a job that was prepared exists, and waits for this call.
  @Override
  public void start(JobDispatch dispatch) {
    job(dispatch.leaseId()).orElseGet(() -> startThread(dispatch)).allowStart();
  }

  private JobControl startThread(JobDispatch dispatch) {
    String lease = dispatch.leaseId();
    Consumer<JobReport> ofLease = report -> reports.report(lease, report);
    var control = new JobControl(dispatch, new LogShipper(logs, lease), new ToolAccess(ofLease));
    var runner = new JobRunner(control, workspaces, ofLease);
    jobs.put(lease, control);
    Thread.ofVirtual().name("job " + dispatch.jobId()).start(() -> run(lease, runner));
    return control;
  }

  private void run(String lease, JobRunner runner) {
    try {
      JobReport.End end = runner.run();
      jobs.remove(lease);
      reports.report(lease, end);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void leaseRenewed(String leaseId, Duration remaining) {
    job(leaseId).ifPresent(job -> job.fence().renew(remaining));
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    job(leaseId).ifPresent(job -> job.cancel(reason, bound));
  }

  @Override
  public void kill(String leaseId, KillReason reason) {
    job(leaseId).ifPresent(job -> job.kill(reason));
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {
    job(leaseId).ifPresent(job -> job.log().acknowledged(stepIndex, offset, isCut));
  }

  @Override
  public void disconnectLog(String leaseId) {
    job(leaseId).ifPresent(job -> job.log().disconnected());
  }

  @Override
  public void resumeLog(String leaseId) {
    job(leaseId).ifPresent(job -> job.log().resume());
  }

  @Override
  public void toolAnswered(BreakerAnswer answer) {
    job(answer.leaseId()).ifPresent(job -> job.tools().answered(answer));
  }

  private Optional<JobControl> job(String leaseId) {
    return Optional.ofNullable(jobs.get(leaseId));
  }
}
