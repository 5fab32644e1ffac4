package dev.pawl.agent.session;

import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;

/// Executes jobs for a session: as processes, or in a simulation.
///
/// Every call returns at once and never calls the session back; what comes of it is reported to the
/// session later ([AgentSession#report]). A lease that was handed over, by [#evaluateGroup] or by
/// [#start], is given back exactly once, by the report [JobReport.Completed], [JobReport.Stopped],
/// [JobReport.Lost] or [JobReport.Killed]: then nothing of the job is left, and its slot is free.
public interface Execution {

  /// Find out the job's group, by its command. Reported as [JobReport.GroupEvaluated]; the lease
  /// stays handed over, until [#start] or [#kill]. A command that fails is the job's result.
  void evaluateGroup(JobDispatch dispatch);

  /// Run the job. The server has committed its start: processes may be made from here on only.
  void start(JobDispatch dispatch);

  /// Stop gracefully, and report [JobReport.Stopped], unless the job is over before. Called once at
  /// most.
  ///
  /// @param bound how long the server waits for that
  void cancel(String leaseId, String reason, Duration bound);

  /// Stop at once, with the hooks that `stop` allows, and report [JobReport.Killed]. What else is
  /// reported is not said any more. Called again only to forbid hooks that were allowed before.
  void kill(String leaseId, KillReason stop);

  /// Bytes of a step's log are durable; with nothing new among them, the server lacks what follows.
  void logAcknowledged(String leaseId, int stepIndex, long offset);

  /// There is no connection, until [#resumeLog]: nobody waits for log bytes to be acknowledged.
  void disconnectLog(String leaseId);

  /// There is another connection: log bytes that are not acknowledged are to be sent again.
  void resumeLog(String leaseId);

  /// The answer to [JobReport.ToolRequested]. May come twice.
  void toolAnswered(BreakerAnswer answer);
}
