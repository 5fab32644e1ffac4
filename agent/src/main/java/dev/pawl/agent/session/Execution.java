package dev.pawl.agent.session;

import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;

/// Executes jobs for a session, as processes or in a simulation.
///
/// Every call returns at once and never calls the session back; results are reported to the session
/// later ([AgentSession#report]). A job that was handed over, by [#resolveCommit], [#evaluateGroup]
/// or [#start], ends with exactly one report that is a [JobReport.End]: then nothing of the job is
/// left, and its slot is free.
public interface Execution {

  /// Evaluates the job's group by its command, and reports it as [JobReport.GroupEvaluated]. The
  /// job then waits for [#start] or [#kill]. If the command fails, the job does.
  void evaluateGroup(JobDispatch dispatch);

  /// Finds out the commit of the run's ref, and reports it as [JobReport.CommitResolved]. The job
  /// then waits for [#commitDecided] or [#kill]. If the ref cannot be resolved, the job fails.
  void resolveCommit(JobDispatch dispatch);

  /// The server has decided which commit all jobs of the run execute. If the job has a group
  /// command, its group is evaluated next, as by [#evaluateGroup]; otherwise the job waits for
  /// [#start].
  void commitDecided(String leaseId, String commit);

  /// Runs the job. The server has committed its start; no process of a step may exist before.
  void start(JobDispatch dispatch);

  /// The lease of a job that was handed over lasts for this time from now, unless it is renewed
  /// again. Something else than the agent's process may rely on it: a process that is stopped
  /// cannot fence its jobs.
  default void leaseRenewed(String leaseId, Duration remaining) {}

  /// Stops the job gracefully, and reports [JobReport.Stopped] unless the job ends by itself
  /// before. Called at most once.
  ///
  /// @param bound the time that the server waits for the end
  void cancel(String leaseId, String reason, Duration bound);

  /// Stops the job at once, runs the hooks that the reason allows, and reports [JobReport.Killed].
  /// Other reports are not sent any more. Called again only to forbid hooks that were allowed
  /// before.
  void kill(String leaseId, KillReason reason);

  /// The server has stored a step's log up to `offset`. The same offset again means that it lacks
  /// the bytes that follow.
  ///
  /// @param isCut whether the log has reached a limit, and what follows is dropped
  void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut);

  /// There is no connection until [#resumeLog]: steps do not wait for acknowledgements of their
  /// log.
  void disconnectLog(String leaseId);

  /// There is a new connection: unacknowledged log bytes are sent again.
  void resumeLog(String leaseId);

  /// The server has answered [JobReport.ToolRequested]. May be called twice.
  void toolAnswered(BreakerAnswer answer);
}
