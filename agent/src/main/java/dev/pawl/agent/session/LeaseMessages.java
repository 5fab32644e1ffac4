package dev.pawl.agent.session;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.protocol.AgentMessage.BreakerAcquire;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobCommitReport;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.AgentMessage.JobUploading;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.AgentMessage.StepStatus;
import java.util.function.LongFunction;

/// Creates the messages of one lease, most of them once their sequence number is known.
record LeaseMessages(String leaseId, String runId, String jobId, int attempt) {

  static LeaseMessages of(SpoolRecord.LeaseTaken lease) {
    return new LeaseMessages(lease.leaseId(), lease.runId(), lease.jobId(), lease.attempt());
  }

  JobHeartbeat heartbeat(long beat, AttemptState state, JobProgress progress) {
    return new JobHeartbeat(
        leaseId,
        runId,
        jobId,
        attempt,
        beat,
        Machine.wireName(state),
        progress.progress(),
        progress.logBytes());
  }

  BreakerAcquire toolRequest(JobReport.ToolRequested tool) {
    return new BreakerAcquire(leaseId, runId, jobId, attempt, tool.stepIndex(), tool.tool());
  }

  LongFunction<SequencedMessage> ack() {
    return seq -> new JobAck(leaseId, runId, jobId, attempt, seq);
  }

  LongFunction<SequencedMessage> reject(String reason) {
    return seq -> new JobReject(leaseId, runId, jobId, attempt, seq, reason);
  }

  LongFunction<SequencedMessage> commit(String commit) {
    return seq -> new JobCommitReport(leaseId, runId, jobId, attempt, seq, commit);
  }

  LongFunction<SequencedMessage> group(String group) {
    return seq -> new JobConcurrencyReport(leaseId, runId, jobId, attempt, seq, group);
  }

  LongFunction<SequencedMessage> start() {
    return seq -> new JobStart(leaseId, runId, jobId, attempt, seq);
  }

  LongFunction<SequencedMessage> step(JobReport.StepStateChanged step) {
    return seq ->
        new StepStatus(
            leaseId,
            runId,
            jobId,
            attempt,
            seq,
            step.stepIndex(),
            step.stepName(),
            step.stepType(),
            step.state(),
            step.exitCode(),
            step.signal(),
            step.endedBy(),
            step.tries(),
            step.outputs(),
            step.message(),
            step.code(),
            step.durationMs());
  }

  LongFunction<SequencedMessage> uploading() {
    return seq -> new JobUploading(leaseId, runId, jobId, attempt, seq);
  }

  LongFunction<SequencedMessage> cancelled(String finalStatus, String reason) {
    return seq -> new JobCancelAck(leaseId, runId, jobId, attempt, seq, finalStatus, reason);
  }

  LongFunction<SequencedMessage> end(JobReport.End end) {
    return switch (end) {
      case JobReport.Completed done ->
          seq ->
              new JobComplete(
                  leaseId,
                  runId,
                  jobId,
                  attempt,
                  seq,
                  done.status(),
                  done.exitCode(),
                  done.code(),
                  done.reason(),
                  done.evidence(),
                  done.outputs());
      case JobReport.Stopped(var finalStatus, var reason) -> cancelled(finalStatus, reason);
      case JobReport.Lost(var reason) -> lost(reason);
      case JobReport.Killed _ -> lost("the agent killed the job");
    };
  }

  LongFunction<SequencedMessage> lost(String reason) {
    return seq -> new JobLost(leaseId, runId, jobId, attempt, seq, reason);
  }
}
