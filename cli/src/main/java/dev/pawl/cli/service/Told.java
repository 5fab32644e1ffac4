package dev.pawl.cli.service;

import dev.pawl.agent.exec.JobExecution;
import dev.pawl.agent.exec.Reports;
import dev.pawl.agent.exec.Workspace;
import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.Report;
import dev.pawl.agent.session.Stop;
import dev.pawl.protocol.FromServer.BreakerAnswer;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// An execution whose jobs the agent's console tells of: when one starts, is stopped, and ends.
/// Thread-safe.
final class Told implements Execution {

  private final Consumer<String> console;
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private final Execution execution;

  /// @param reports where what becomes of jobs is told first of all
  Told(Workspace workspace, LogLink logs, Reports reports, Consumer<String> console) {
    this.console = console;
    this.execution =
        new JobExecution(
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
  public void kill(String leaseId, Stop stop) {
    tell(leaseId, "is killed: " + why(stop));
    execution.kill(leaseId, stop);
  }

  private static String why(Stop stop) {
    return switch (stop) {
      case FENCED -> "no server has answered for as long as its lease lasts";
      case STALE -> "its lease is over";
      case FORCED -> "cancelled by force";
      case RELEASED -> "it waits for its group";
      case ABANDONED -> "the agent ends";
    };
  }

  private void reported(String leaseId, Report report) {
    switch (report) {
      case Report.Completed done ->
          over(leaseId, done.status().equals("success") ? "✓" : "✗", done.status(), done.reason());
      case Report.Stopped stopped -> over(leaseId, "✗", stopped.finalStatus(), "");
      case Report.Lost(var reason) -> over(leaseId, "✗", "lost", reason);
      case Report.Ended _ -> over(leaseId, "✗", "ended", "");
      case Report.GroupFound _, Report.StepMoved _, Report.ToolWanted _, Report.Uploading _ -> {}
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
  public void cutOffLog(String leaseId) {
    execution.cutOffLog(leaseId);
  }

  @Override
  public void resumeLog(String leaseId) {
    execution.resumeLog(leaseId);
  }

  @Override
  public void answered(BreakerAnswer answer) {
    execution.answered(answer);
  }
}
