package dev.pawl.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an agent says.
public sealed interface AgentMessage extends Message {

  /// About one attempt, under the lease that lets the agent speak of it.
  sealed interface LeaseMessage extends AgentMessage {
    String leaseId();

    String runId();

    String jobId();

    int attempt();
  }

  /// Also numbered: rising by one per lease, kept until acknowledged, sent again if need be.
  sealed interface SequencedMessage extends LeaseMessage {
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
      implements AgentMessage {}

  /// I take the job.
  record JobAck(String leaseId, String runId, String jobId, int attempt, long seq)
      implements SequencedMessage {}

  /// I do not take the job.
  record JobReject(String leaseId, String runId, String jobId, int attempt, long seq, String reason)
      implements SequencedMessage {}

  /// The job's group, as its own command has found it in the workspace; may I go on?
  record JobConcurrencyReport(
      String leaseId, String runId, String jobId, int attempt, long seq, String group)
      implements SequencedMessage {}

  /// I am ready to run the first process, and wait for your word.
  record JobStart(String leaseId, String runId, String jobId, int attempt, long seq)
      implements SequencedMessage {}

  /// I am alive.
  ///
  /// @param beat rising by one per lease; its answer says it again, so that an answer that comes
  ///   late or twice renews from when its own heartbeat was sent, and from no later one
  /// @param stage how far the agent is with the job, for people
  /// @param progress the same in detail, null until a step has begun
  /// @param logBytes how much of its log is durable, null where that is not said
  record JobHeartbeat(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      long beat,
      String stage,
      @Nullable Progress progress,
      @Nullable Long logBytes)
      implements LeaseMessage {}

  /// How far a job is, for people.
  ///
  /// @param stepIndex the step that moved last
  /// @param percent of the job's steps that are over; hooks do not count
  /// @param message what that step is called
  record Progress(int stepIndex, int percent, String message) {}

  /// A step came into a state.
  ///
  /// @param stepName what people see of it, evaluated and without secrets; empty where it is as
  ///   dispatched
  /// @param stepType `step`, or which hook
  /// @param exitCode null where no process has ended
  /// @param signal what ended the process, null where none did
  /// @param code the class of its failure, where it failed and the agent knows
  /// @param endedBy who ended the process: `process` `nobody` `terminated` `killed` `timeout`
  /// @param tryNumber the how manieth try this is, from 1
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
      @Nullable Integer signal,
      String endedBy,
      @JsonProperty("try") int tryNumber,
      Map<String, String> outputs,
      String message,
      @Nullable String code,
      long durationMs)
      implements SequencedMessage {}

  /// May this step use the tool that it depends on?
  record BreakerAcquire(
      String leaseId, String runId, String jobId, int attempt, int stepIndex, String tool)
      implements LeaseMessage {}

  /// The steps are over; what they made is being uploaded.
  record JobUploading(String leaseId, String runId, String jobId, int attempt, long seq)
      implements SequencedMessage {}

  /// The job is done.
  ///
  /// @param status `success` `failed` `timed_out`
  /// @param exitCode that of the step that decided it, null where none did
  /// @param code the reason's code, as in the journal
  /// @param evidence what the code rests on, null where nothing had to be found out
  record JobComplete(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      long seq,
      String status,
      @Nullable Integer exitCode,
      String code,
      String reason,
      @Nullable Evidence evidence,
      Map<String, String> outputs)
      implements SequencedMessage {}

  /// Why a failure has its class: the rule, and the line of the log that it found.
  record Evidence(String rule, String line) {}

  /// I have stopped the job, as I was told to.
  record JobCancelAck(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      long seq,
      String finalStatus,
      String reason)
      implements SequencedMessage {}

  /// I have lost the job.
  ///
  /// @param reason `agent restarted` `workspace gone`
  record JobLost(String leaseId, String runId, String jobId, int attempt, long seq, String reason)
      implements SequencedMessage {}

  /// Give me no more jobs; those that I have go on.
  record AgentDraining(String agentId) implements AgentMessage {}
}
