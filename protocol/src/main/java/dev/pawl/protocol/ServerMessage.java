package dev.pawl.protocol;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.plan.PlannedJob;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A message from the server to an agent.
public sealed interface ServerMessage extends Message {

  /// Confirms a registration.
  ///
  /// @param name the agent's name: its own, or else that of its token; null if nobody gave one
  record RegisterAck(String agentId, int heartbeatSeconds, String serverTime, @Nullable String name)
      implements ServerMessage {

    public RegisterAck(String agentId, int heartbeatSeconds, String serverTime) {
      this(agentId, heartbeatSeconds, serverTime, null);
    }
  }

  /// Asks the agent to execute an attempt.
  ///
  /// @param group the command that prints the job's concurrency group; null if the group is known,
  ///   or if there is none
  /// @param job the job as it was planned. All texts may hold expressions, which the agent
  ///   evaluates: only the agent knows the outputs of the steps, and only there may a secret be
  /// @param groupTimeoutSeconds the time in which `group` must have printed the group
  record JobDispatch(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      int leaseNumber,
      long leaseTtlSeconds,
      int heartbeatSeconds,
      @Nullable String group,
      PlannedJob job,
      JobInputs inputs,
      int groupTimeoutSeconds)
      implements ServerMessage {

    private static final int DEFAULT_GROUP_TIMEOUT = 30;

    /// A dispatch with the default time for the group.
    public JobDispatch(
        String leaseId,
        String runId,
        String jobId,
        int attempt,
        int leaseNumber,
        long leaseTtlSeconds,
        int heartbeatSeconds,
        @Nullable String group,
        PlannedJob job,
        JobInputs inputs) {
      this(
          leaseId,
          runId,
          jobId,
          attempt,
          leaseNumber,
          leaseTtlSeconds,
          heartbeatSeconds,
          group,
          job,
          inputs,
          DEFAULT_GROUP_TIMEOUT);
    }

    /// Whether the agent has something to do before it may ask for the start.
    public boolean isPrepared() {
      return group != null || inputs.unresolvedRef() != null;
    }
  }

  /// The data that a dispatch adds to the planned job.
  ///
  /// @param contexts `github` `needs` `strategy` `matrix` `inputs` `vars`, as the text of one JSON
  ///   object
  /// @param secrets by name; never in a plan, a journal or a log
  /// @param runEnd the result of the run whose hooks this job executes, all of them and in this
  ///   order; null for any other job
  /// @param unresolvedRef the ref whose commit the agent finds out and reports before the start,
  ///   empty for the default branch; null if the commit is known, or if there is none
  record JobInputs(
      String contexts,
      Map<String, String> secrets,
      Rules rules,
      @Nullable RunEnd runEnd,
      @Nullable String unresolvedRef) {

    /// Secrets are never printed.
    @Override
    public String toString() {
      return "JobInputs[%d secrets]".formatted(secrets.size());
    }
  }

  /// The rules by which a failure is classified before the agent's own, the workflow's first. Those
  /// of a newer server that an agent cannot read are left out.
  record Rules(List<FailureRule> workflow, List<FailureRule> server) {
    public static final Rules NONE = new Rules(List.of(), List.of());
  }

  /// The result of a run.
  ///
  /// @param outcome `success` `failed` `timed_out` `cancelled`
  record RunEnd(String outcome, String reason) {}

  /// Acknowledges all messages of a lease up to `seq`: they are durable.
  record Ack(String leaseId, long seq) implements ServerMessage {}

  /// Asks for the messages of a lease again, from `from`: some are missing.
  record Resend(String leaseId, long from) implements ServerMessage {}

  /// Answers a heartbeat: the lease is renewed.
  ///
  /// @param beat that of the heartbeat which this answers
  /// @param cancelRequested whether the job is to stop: a [JobCancel] may have been lost
  /// @param force whether at once
  /// @param deadlineSeconds by when, as in [JobCancel]; 0 without one
  record JobHeartbeatAck(
      String leaseId,
      long beat,
      long leaseTtlSeconds,
      boolean cancelRequested,
      boolean force,
      long deadlineSeconds)
      implements ServerMessage {}

  /// Answers the report of a commit.
  ///
  /// @param commit the run's; empty if the job is being stopped, and needs none
  record JobCommitAck(String leaseId, String commit) implements ServerMessage {}

  /// Answers the report of a concurrency group.
  ///
  /// @param action `proceed`; `wait` and `cancel` release the agent
  record JobConcurrencyAck(String leaseId, String action, String reason) implements ServerMessage {}

  /// Answers whether a step may use its tool.
  ///
  /// @param retryAfterSeconds how long the tool stays unavailable, if it is
  record BreakerAnswer(
      String leaseId, int stepIndex, String tool, boolean allowed, long retryAfterSeconds)
      implements ServerMessage {}

  /// Acknowledges a step's log up to `offset`: it is durable.
  ///
  /// @param cut whether the log was cut because of a limit: the bytes up to `offset` are durable or
  ///   dropped, and so is everything that follows. The agent need not send it; it sends an empty
  ///   frame at the end of all that the step has printed, so that the log can say how much is
  ///   missing
  record LogAck(String leaseId, int stepIndex, long offset, boolean cut) implements ServerMessage {

    /// Acknowledges bytes of a log that was not cut.
    public LogAck(String leaseId, int stepIndex, long offset) {
      this(leaseId, stepIndex, offset, false);
    }
  }

  /// Cancels a job: gracefully within the deadline, or at once.
  record JobCancel(String leaseId, boolean force, String reason, long deadlineSeconds)
      implements ServerMessage {}

  /// Acknowledges the result of a job: it is durable, and the agent forgets the lease.
  record JobCompleteAck(String leaseId, boolean accepted) implements ServerMessage {}

  /// Rejects a lease that has ended: the agent stops the job and reports nothing.
  ///
  /// @param reason `expired` `revoked` `unknown`
  /// @param hooks `run` to clean up, `none` after a force
  record LeaseStale(String leaseId, String reason, String hooks) implements ServerMessage {}
}
