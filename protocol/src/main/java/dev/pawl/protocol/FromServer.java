package dev.pawl.protocol;

import java.util.List;
import java.util.Map;

/// What the server says.
public sealed interface FromServer extends Message {

  /// You are known.
  record RegisterAck(String agentId, int heartbeatSeconds, String serverTime)
      implements FromServer {}

  /// Execute this attempt.
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
      Job job)
      implements FromServer {}

  /// What is to be executed.
  record Job(String name, Map<String, String> env, List<Step> steps) {}

  /// One step of it.
  ///
  /// @param shell `unspecified` `bash` `sh` `python`
  /// @param workingDirectory relative to the workspace, empty for the workspace itself
  /// @param source where the step stands in the workflow's file
  record Step(
      String name,
      String run,
      String shell,
      String workingDirectory,
      Map<String, String> env,
      String source) {}

  /// Everything of this lease up to `seq` is durable.
  record Ack(String leaseId, long seq) implements FromServer {}

  /// Something is missing; send again from `from`.
  record Resend(String leaseId, long from) implements FromServer {}

  /// The lease lives on.
  record JobHeartbeatAck(String leaseId, long leaseTtlSeconds) implements FromServer {}

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
  record LeaseStale(String leaseId, String reason) implements FromServer {}
}
