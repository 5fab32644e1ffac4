package dev.pawl.simulation.mutants;

import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.Stop;
import dev.pawl.protocol.FromServer.BreakerAnswer;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.time.Duration;

/// An execution that does not do what its session tells it.
public record MutantExecution(Execution execution, Mutant mutant) implements Execution {

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    execution.evaluateGroup(dispatch);
  }

  @Override
  public void start(JobDispatch dispatch) {
    execution.start(dispatch);
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    execution.cancel(leaseId, reason, bound);
  }

  @Override
  public void kill(String leaseId, Stop stop) {
    if (mutant == Mutant.NO_SELF_FENCING && stop == Stop.FENCED) {
      return;
    }
    boolean isForced = mutant == Mutant.HOOK_AFTER_FORCE && stop == Stop.FORCED;
    execution.kill(leaseId, isForced ? Stop.STALE : stop);
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
    if (mutant != Mutant.NEVER_SENDS_LOGS_AGAIN) {
      execution.resumeLog(leaseId);
    }
  }

  @Override
  public void answered(BreakerAnswer answer) {
    execution.answered(answer);
  }
}
