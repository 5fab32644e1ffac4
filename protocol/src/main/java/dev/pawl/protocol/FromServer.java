package dev.pawl.protocol;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the server says.
public sealed interface FromServer extends Message {

  /// You are known.
  record RegisterAck(String agentId, int heartbeatSeconds, String serverTime)
      implements FromServer {}

  /// Execute this attempt.
  ///
  /// @param hookTimeoutSeconds how long all hooks together may take
  /// @param group the command that prints the job's group; null if the group is known, or none
  record JobDispatch(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      int leaseNumber,
      long leaseTtlSeconds,
      int heartbeatSeconds,
      long maxRuntimeSeconds,
      long gracePeriodMillis,
      long hookTimeoutSeconds,
      @Nullable String group,
      Job job)
      implements FromServer {}

  /// What is to be executed.
  record Job(String name, Map<String, String> env, List<Step> steps, Rules rules) {}

  /// By what a failure is classified before the agent's own rules: the workflow's first.
  record Rules(List<Rule> workflow, List<Rule> server) {
    public static final Rules NONE = new Rules(List.of(), List.of());
  }

  /// One of them. Of each kind of condition that is there one has to fit.
  ///
  /// @param code the class of a failure that it fits
  /// @param signals without `SIG`
  /// @param endedBy as a step's status says it
  /// @param log a regular expression that is found in some line; empty for none
  record Rule(
      String name,
      String code,
      List<Integer> exitCodes,
      List<String> signals,
      List<String> endedBy,
      String log) {}

  /// One step of it.
  ///
  /// @param shell `unspecified` `bash` `sh` `python`
  /// @param workingDirectory relative to the workspace, empty for the workspace itself
  /// @param source where the step stands in the workflow's file
  /// @param expectedExitCodes by which it succeeds
  record Step(
      String name,
      String run,
      String shell,
      String workingDirectory,
      Map<String, String> env,
      String source,
      List<Integer> expectedExitCodes) {}

  /// Everything of this lease up to `seq` is durable.
  record Ack(String leaseId, long seq) implements FromServer {}

  /// Something is missing; send again from `from`.
  record Resend(String leaseId, long from) implements FromServer {}

  /// The lease lives on.
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
      implements FromServer {}

  /// Whether the job may go on as a member of its group.
  ///
  /// @param action `proceed`; `wait` and `cancel` release the agent
  record JobConcurrencyAck(String leaseId, String action, String reason) implements FromServer {}

  /// Whether the step may use the tool.
  ///
  /// @param retryAfterSeconds how long it will not, if it may not now
  record BreakerAnswer(
      String leaseId, int stepIndex, String tool, boolean allowed, long retryAfterSeconds)
      implements FromServer {}

  /// Everything of this step's log up to `offset` is durable.
  record LogAck(String leaseId, int stepIndex, long offset) implements FromServer {}

  /// Stop the job: gracefully within the bound, or at once.
  record JobCancel(String leaseId, boolean force, String reason, long deadlineSeconds)
      implements FromServer {}

  /// The result is durable; forget the lease.
  record JobCompleteAck(String leaseId, boolean accepted) implements FromServer {}

  /// That lease is over: stop the job, report nothing.
  ///
  /// @param reason `expired` `revoked` `unknown`
  /// @param hooks `run` to clean up, `none` after a force
  record LeaseStale(String leaseId, String reason, String hooks) implements FromServer {}
}
