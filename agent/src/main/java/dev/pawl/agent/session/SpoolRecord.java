package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;

/// Something that an agent must know again when it is started again. Never a dispatch, nor what is
/// in one: a job is not executed twice, so nobody needs it again, and it has secrets in it.
public sealed interface SpoolRecord {

  /// A lease was dispatched, and its number counts as seen from here on.
  record LeaseTaken(String leaseId, String runId, String jobId, int attempt, int leaseNumber)
      implements SpoolRecord {

    static LeaseTaken of(JobDispatch job) {
      return new LeaseTaken(
          job.leaseId(), job.runId(), job.jobId(), job.attempt(), job.leaseNumber());
    }

    LeaseSeen seen() {
      return new LeaseSeen(runId, jobId, attempt, leaseNumber);
    }
  }

  /// It is about to be said.
  record MessageQueued(SequencedMessage message) implements SpoolRecord {

    /// Whether nothing follows it under its lease.
    boolean isEnd() {
      return message instanceof JobComplete
          || message instanceof JobCancelAck
          || message instanceof JobLost
          || message instanceof JobReject;
    }
  }

  /// The server has everything up to `seq`.
  record Acknowledged(String leaseId, long seq) implements SpoolRecord {}

  /// Nothing of the lease is left, but that it was seen.
  record LeaseEnded(String leaseId) implements SpoolRecord {}

  /// The newest lease of an attempt that was dispatched here; what stays of [LeaseTaken].
  record LeaseSeen(String runId, String jobId, int attempt, int leaseNumber)
      implements SpoolRecord {}
}
