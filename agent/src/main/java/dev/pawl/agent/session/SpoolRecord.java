package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;

/// A record that an agent reads again after a restart. Never contains a dispatch or a part of it:
/// no job is executed twice, so it is not needed, and it contains secrets.
public sealed interface SpoolRecord {

  /// A lease was dispatched, and its number counts as seen from now on.
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

  /// A message is about to be sent.
  record MessageQueued(SequencedMessage message) implements SpoolRecord {

    /// Whether it is the last message of its lease.
    boolean isEnd() {
      return message instanceof JobComplete
          || message instanceof JobCancelAck
          || message instanceof JobLost
          || message instanceof JobReject;
    }
  }

  /// The server has acknowledged everything up to `seq`.
  record Acknowledged(String leaseId, long seq) implements SpoolRecord {}

  /// Nothing of the lease is left, except that it was seen.
  record LeaseEnded(String leaseId) implements SpoolRecord {}

  /// The newest lease of an attempt that was dispatched here; the lasting part of [LeaseTaken].
  record LeaseSeen(String runId, String jobId, int attempt, int leaseNumber)
      implements SpoolRecord {}
}
