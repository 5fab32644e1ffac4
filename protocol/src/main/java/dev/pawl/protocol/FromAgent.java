package dev.pawl.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent says.
public sealed interface FromAgent extends Message {

  /// About one attempt, under the lease that lets the agent speak of it.
  sealed interface UnderLease extends FromAgent {
    String leaseId();

    String runId();

    String jobId();

    int attempt();
  }

  /// Also numbered: rising by one per lease, kept until acknowledged, sent again if need be.
  sealed interface Numbered extends UnderLease {
    long seq();
  }

  /// Who I am, and what I am doing.
  record AgentRegister(
      String agentId,
      String name,
      List<String> labels,
      int slots,
      String version,
      String os,
      String arch,
      List<String> inFlight)
      implements FromAgent {}

  /// I take the job.
  record JobAck(String leaseId, String runId, String jobId, int attempt, long seq)
      implements Numbered {}

  /// I do not take the job.
  record JobReject(String leaseId, String runId, String jobId, int attempt, long seq, String reason)
      implements Numbered {}

  /// I am ready to run the first process, and wait for your word.
  record JobStart(String leaseId, String runId, String jobId, int attempt, long seq)
      implements Numbered {}

  /// I am alive.
  record JobHeartbeat(String leaseId, String runId, String jobId, int attempt)
      implements UnderLease {}

  /// A step came into a state.
  ///
  /// @param stepType `step`, or which hook
  /// @param exitCode null where no process has ended
  /// @param endedBy who ended the process: `process` `nobody` `terminated` `killed` `timeout`
  record StepStatus(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      long seq,
      int stepIndex,
      String stepName,
      @JsonProperty("step_type") String stepType,
      String state,
      @Nullable Integer exitCode,
      String endedBy,
      String message,
      long durationMs)
      implements Numbered {}

  /// The job is done.
  ///
  /// @param status `success` `failed` `timed_out`
  /// @param code the reason's code, as in the journal
  record JobComplete(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      long seq,
      String status,
      String code,
      String reason)
      implements Numbered {}

  /// I have stopped the job, as I was told to.
  record JobCancelAck(
      String leaseId, String runId, String jobId, int attempt, long seq, String finalStatus)
      implements Numbered {}
}
