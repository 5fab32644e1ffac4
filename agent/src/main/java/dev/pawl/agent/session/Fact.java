package dev.pawl.agent.session;

import dev.pawl.protocol.FromAgent.JobCancelAck;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.JobLost;
import dev.pawl.protocol.FromAgent.JobReject;
import dev.pawl.protocol.FromAgent.Numbered;
import dev.pawl.protocol.FromServer.JobDispatch;

/// Something that an agent must know again when it is started again. Never a dispatch, nor what is
/// in one: a job is not executed twice, so nobody needs it again, and it has secrets in it.
public sealed interface Fact {

  /// A lease was dispatched, and its number counts as seen from here on.
  record Taken(String leaseId, String runId, String jobId, int attempt, int leaseNumber)
      implements Fact {

    static Taken of(JobDispatch job) {
      return new Taken(job.leaseId(), job.runId(), job.jobId(), job.attempt(), job.leaseNumber());
    }

    Seen seen() {
      return new Seen(runId, jobId, attempt, leaseNumber);
    }
  }

  /// It is about to be said.
  record Said(Numbered message) implements Fact {

    /// Whether nothing follows it under its lease.
    boolean isEnd() {
      return message instanceof JobComplete
          || message instanceof JobCancelAck
          || message instanceof JobLost
          || message instanceof JobReject;
    }
  }

  /// The server has everything up to `seq`.
  record Acknowledged(String leaseId, long seq) implements Fact {}

  /// Nothing of the lease is left, but that it was seen.
  record Over(String leaseId) implements Fact {}

  /// The newest lease of an attempt that was dispatched here; what stays of [Taken].
  record Seen(String runId, String jobId, int attempt, int leaseNumber) implements Fact {}
}
