package dev.pawl.simulation.mutants;

import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.KillReason;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;

/// An execution that ignores some instructions of its session.
public record MutantExecution(Execution execution, Mutant mutant) implements Execution {

  @Override
  public void resolveCommit(JobDispatch dispatch) {
    execution.resolveCommit(dispatch);
  }

  @Override
  public void commitDecided(String leaseId, String commit) {
    execution.commitDecided(leaseId, mutant == Mutant.EXECUTES_WHAT_IT_FOUND ? "" : commit);
  }

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    execution.evaluateGroup(dispatch);
  }

  @Override
  public void start(JobDispatch dispatch) {
    execution.start(dispatch);
  }

  /// Without a fence of the agent itself, the watchdog's would hide it.
  @Override
  public void leaseRenewed(String leaseId, Duration remaining) {
    if (mutant != Mutant.NO_SELF_FENCING && mutant != Mutant.WATCHDOG_DOES_NOT_FENCE) {
      execution.leaseRenewed(leaseId, remaining);
    }
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    execution.cancel(leaseId, reason, bound);
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    if (mutant == Mutant.NO_SELF_FENCING && stop == KillReason.FENCED) {
      return;
    }
    boolean isForced = mutant == Mutant.HOOK_AFTER_FORCE && stop == KillReason.FORCED;
    execution.kill(leaseId, isForced ? KillReason.STALE : stop);
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
    if (mutant != Mutant.NEVER_SENDS_LOGS_AGAIN) {
      execution.resumeLog(leaseId);
    }
  }

  @Override
  public void toolAnswered(BreakerAnswer answer) {
    execution.toolAnswered(answer);
  }
}
