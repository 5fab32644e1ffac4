package dev.pawl.agent.session;

import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// An execution that records its calls and does nothing: `start lease-1`, `kill lease-1 FENCED`.
final class ScriptedExecution implements Execution {

  private final List<String> asked = new ArrayList<>();
  private final List<String> renewals = new ArrayList<>();

  /// The calls since the last call of this method.
  List<String> asked() {
    List<String> answer = List.copyOf(asked);
    asked.clear();
    return answer;
  }

  @Override
  public void resolveCommit(JobDispatch dispatch) {
    asked.add("resolve " + dispatch.leaseId());
  }

  @Override
  public void commitDecided(String leaseId, String commit) {
    asked.add("commit %s %s".formatted(leaseId, commit));
  }

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    asked.add("evaluate " + dispatch.leaseId());
  }

  @Override
  public void start(JobDispatch dispatch) {
    asked.add("start " + dispatch.leaseId());
  }

  /// The renewals since the last call of this method: `lease-1 115 s`.
  List<String> renewals() {
    List<String> answer = List.copyOf(renewals);
    renewals.clear();
    return answer;
  }

  @Override
  public void leaseRenewed(String leaseId, Duration remaining) {
    renewals.add("%s %d s".formatted(leaseId, remaining.toSeconds()));
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    asked.add("cancel %s within %d s: %s".formatted(leaseId, bound.toSeconds(), reason));
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    asked.add("kill %s %s".formatted(leaseId, stop));
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {
    asked.add("log %s %d %d".formatted(leaseId, stepIndex, offset));
  }

  @Override
  public void disconnectLog(String leaseId) {}

  @Override
  public void resumeLog(String leaseId) {
    asked.add("resume the log of " + leaseId);
  }

  @Override
  public void toolAnswered(BreakerAnswer answer) {
    asked.add("%s %s".formatted(answer.allowed() ? "use" : "leave", answer.tool()));
  }
}
