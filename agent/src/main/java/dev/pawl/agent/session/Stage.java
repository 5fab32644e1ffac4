package dev.pawl.agent.session;

import dev.pawl.protocol.ServerMessage.JobDispatch;

/// How far the agent is with a lease.
sealed interface Stage {

  /// The server has not said that the lease is over, nor the agent: heartbeats are sent.
  sealed interface Held extends Stage {}

  /// The job has no result yet: the lease ends, for the agent, when no heartbeat is answered.
  sealed interface Open extends Held {}

  /// The execution finds out the job's group.
  record Evaluating(JobDispatch job) implements Open {}

  /// The server was asked whether the job may go on in its group.
  record Asking(JobDispatch job, JobReport.GroupEvaluated found) implements Open {}

  /// `job.start` was said, by message `seq`, and is not acknowledged: nothing may run.
  record Starting(JobDispatch job, long seq) implements Open {}

  /// The execution runs the job.
  record Running() implements Open {}

  /// The execution was told to stop it gracefully.
  record Cancelling() implements Open {}

  /// The same, because the agent itself is to end: the job is lost, unless it is over before.
  record GivenUp(String reason) implements Open {}

  /// Ended before its start: that is said once the execution has let go of the job.
  record Withdrawn(JobReport.End end) implements Open {}

  /// Its end was said. Nothing of the job is left but that, which is kept until acknowledged,
  /// however long it takes: there is no process that would have to be fenced.
  record Reported() implements Held {}

  /// It was not taken, which is kept until acknowledged.
  record Rejected() implements Stage {}

  /// Killed; nothing more is said.
  record Stopping(KillReason how) implements Stage {}

  /// Nothing is left to do.
  record Over() implements Stage {}

  default String wireName() {
    return switch (this) {
      case Evaluating _ -> "evaluating";
      case Asking _ -> "asking";
      case Starting _ -> "starting";
      case Running _ -> "running";
      case Cancelling _, GivenUp _, Withdrawn _ -> "cancelling";
      case Reported _ -> "reported";
      case Rejected _ -> "rejected";
      case Stopping _ -> "stopping";
      case Over _ -> "over";
    };
  }
}
