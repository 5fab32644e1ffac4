package dev.pawl.protocol;

import dev.pawl.protocol.json.JsonName;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A message from an agent to the server.
public sealed interface AgentMessage extends Message {

  /// A message about one attempt, under the lease that the agent holds.
  sealed interface LeaseMessage extends AgentMessage {
    String leaseId();

    String runId();

    String jobId();

    int attempt();
  }

  /// A message with a sequence number, rising by one per lease. It is kept until it is
  /// acknowledged, and sent again if need be.
  sealed interface SequencedMessage extends LeaseMessage {
    long seq();
  }

  /// Registers the agent, with the leases that it has.
  ///
  /// @param instance where the agent runs; null if it does not say
  record AgentRegister(
      String agentId,
      String name,
      List<String> labels,
      int slots,
      String version,
      String os,
      String arch,
      List<String> inFlight,
      @Nullable Instance instance)
      implements AgentMessage {

    public AgentRegister(
        String agentId,
        String name,
        List<String> labels,
        int slots,
        String version,
        String os,
        String arch,
        List<String> inFlight) {
      this(agentId, name, labels, slots, version, os, arch, inFlight, null);
    }

    public AgentRegister withName(String its) {
      return new AgentRegister(agentId, its, labels, slots, version, os, arch, inFlight, instance);
    }

    public AgentRegister withLabels(List<String> its) {
      return new AgentRegister(agentId, name, its, slots, version, os, arch, inFlight, instance);
    }

    public AgentRegister withInFlight(List<String> leases) {
      return new AgentRegister(agentId, name, labels, slots, version, os, arch, leases, instance);
    }

    public AgentRegister withInstance(@Nullable Instance its) {
      return new AgentRegister(agentId, name, labels, slots, version, os, arch, inFlight, its);
    }
  }

  /// One installation of an agent, and its current process. Two installations with the same token
  /// are not the same agent.
  ///
  /// @param id stays the same in one working directory
  /// @param process another one at each start
  /// @param isRegistered whether this process was registered before. If another process of the same
  ///   installation speaks for the agent now, that one is newer: this one was copied
  /// @param host the name of its machine, for people
  record Instance(String id, String process, boolean isRegistered, String host) {

    public Instance registered() {
      return new Instance(id, process, true, host);
    }
  }

  /// Accepts a job.
  record JobAck(String leaseId, String runId, String jobId, int attempt, long seq)
      implements SequencedMessage {}

  /// Rejects a job.
  record JobReject(String leaseId, String runId, String jobId, int attempt, long seq, String reason)
      implements SequencedMessage {}

  /// Reports the commit that the run's ref stands for, and asks which one the run has: that of the
  /// first job counts for all.
  record JobCommitReport(
      String leaseId, String runId, String jobId, int attempt, long seq, String commit)
      implements SequencedMessage {}

  /// Reports the job's concurrency group, which the job's own command printed, and asks whether the
  /// job may go on.
  record JobConcurrencyReport(
      String leaseId, String runId, String jobId, int attempt, long seq, String group)
      implements SequencedMessage {}

  /// Asks for the permission to start the first process.
  record JobStart(String leaseId, String runId, String jobId, int attempt, long seq)
      implements SequencedMessage {}

  /// Renews the lease.
  ///
  /// @param beat rising by one per lease; the answer repeats it, so that a late or duplicate answer
  ///   renews the lease from the time of its own heartbeat, not of a later one
  /// @param stage the agent's stage of the job, for people
  /// @param progress the same in detail; null until a step has begun
  /// @param logBytes the size of its durable log; null if not reported
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

  /// The progress of a job, for people.
  ///
  /// @param stepIndex the step that changed last
  /// @param percent of the job's steps that have ended; hooks do not count
  /// @param message the name of that step
  record Progress(int stepIndex, int percent, String message) {}

  /// Reports the new state of a step.
  ///
  /// @param stepName its name, evaluated and without secrets; empty if it is as dispatched
  /// @param stepType `step`, or the type of the hook
  /// @param exitCode null if no process has ended
  /// @param signal the signal that ended the process; null if none did
  /// @param code the class of its failure, if it failed and the agent knows
  /// @param endedBy the cause of the end: `process` `nobody` `terminated` `killed` `timeout`
  /// @param tryNumber the number of the try, from 1
  record StepStatus(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      long seq,
      int stepIndex,
      String stepName,
      @JsonName("step_type") String stepType,
      String state,
      @Nullable Integer exitCode,
      @Nullable Integer signal,
      String endedBy,
      @JsonName("try") int tryNumber,
      Map<String, String> outputs,
      String message,
      @Nullable String code,
      long durationMs)
      implements SequencedMessage {}

  /// Asks whether a step may use its tool.
  record BreakerAcquire(
      String leaseId, String runId, String jobId, int attempt, int stepIndex, String tool)
      implements LeaseMessage {}

  /// Reports that the steps have ended and their results are being uploaded.
  record JobUploading(String leaseId, String runId, String jobId, int attempt, long seq)
      implements SequencedMessage {}

  /// Reports the result of a job.
  ///
  /// @param status `success` `failed` `timed_out`
  /// @param exitCode that of the step that decided the result; null if none did
  /// @param code the reason's code, as in the journal
  /// @param evidence the evidence for the code; null if nothing had to be classified
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

  /// The reason of a failure's class: the rule, and the line of the log that it matched.
  record Evidence(String rule, String line) {}

  /// Reports that a cancelled job has stopped.
  record JobCancelAck(
      String leaseId,
      String runId,
      String jobId,
      int attempt,
      long seq,
      String finalStatus,
      String reason)
      implements SequencedMessage {}

  /// Reports that a job is lost.
  ///
  /// @param reason `agent restarted` `workspace gone`
  record JobLost(String leaseId, String runId, String jobId, int attempt, long seq, String reason)
      implements SequencedMessage {}

  /// Asks for no more jobs; those that the agent has go on.
  record AgentDraining(String agentId) implements AgentMessage {}
}
