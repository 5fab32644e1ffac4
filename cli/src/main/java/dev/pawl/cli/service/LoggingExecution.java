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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Reports on the console when a job starts, is stopped and ends, and delegates to the real
/// execution. Thread-safe.
final class LoggingExecution implements Execution {

  private final Consumer<String> console;
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private final Execution execution;

  /// @param reports where what becomes of jobs is told first of all
  LoggingExecution(
      WorkspaceProvider workspace, LogLink logs, JobReportSink reports, Consumer<String> console) {
    this.console = console;
    this.execution =
        new ProcessExecution(
            workspace,
            logs,
            (lease, report) -> {
              reported(lease, report);
              reports.report(lease, report);
            });
  }

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    execution.evaluateGroup(dispatch);
  }

  @Override
  public void start(JobDispatch dispatch) {
    String attempt = dispatch.attempt() == 1 ? "" : ", attempt " + dispatch.attempt();
    String name = "%s of run %s%s".formatted(dispatch.jobId(), dispatch.runId(), attempt);
    names.put(dispatch.leaseId(), name);
    console.accept("▸ " + name);
    execution.start(dispatch);
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    tell(leaseId, "is being cancelled: " + reason);
    execution.cancel(leaseId, reason, bound);
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    tell(leaseId, "is killed: " + why(stop));
    execution.kill(leaseId, stop);
  }

  private static String why(KillReason stop) {
    return switch (stop) {
      case FENCED -> "no server has answered for as long as its lease lasts";
      case STALE -> "its lease is over";
      case FORCED -> "cancelled by force";
      case RELEASED -> "it waits for its group";
      case ABANDONED -> "the agent ends";
    };
  }

  private void reported(String leaseId, JobReport report) {
    switch (report) {
      case JobReport.Completed done ->
          over(leaseId, done.status().equals("success") ? "✓" : "✗", done.status(), done.reason());
      case JobReport.Stopped stopped -> over(leaseId, "✗", stopped.finalStatus(), "");
      case JobReport.Lost(var reason) -> over(leaseId, "✗", "lost", reason);
      case JobReport.Killed _ -> over(leaseId, "✗", "ended", "");
      case JobReport.GroupEvaluated _,
          JobReport.StepStateChanged _,
          JobReport.ToolRequested _,
          JobReport.Uploading _ -> {}
    }
  }

  private void over(String leaseId, String sign, String how, String why) {
    String name = names.remove(leaseId);
    if (name != null) {
      console.accept("%s %s: %s%s".formatted(sign, name, how, why.isEmpty() ? "" : ", " + why));
    }
  }

  private void tell(String leaseId, String what) {
    String name = names.get(leaseId);
    if (name != null) {
      console.accept("  %s %s".formatted(name, what));
    }
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset) {
    execution.logAcknowledged(leaseId, stepIndex, offset);
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
