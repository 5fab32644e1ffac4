package dev.pawl.agent.spool;

import dev.pawl.agent.session.SpoolRecord;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.StepStatus;
import java.util.Map;

/// Creates the spool records of leases that are named by numbers.
final class SpoolRecords {

  /// A name with all characters that have a meaning in a line.
  static final String JOB = "build (1, 2)\n% +ä";

  static SpoolRecord taken(int lease) {
    return new SpoolRecord.LeaseTaken("lease-" + lease, "run-" + lease, JOB, 1, 1);
  }

  static SpoolRecord ack(int lease) {
    return new SpoolRecord.MessageQueued(new JobAck("lease-" + lease, "run-" + lease, JOB, 1, 1));
  }

  /// A step status whose size is about that of its message.
  static SpoolRecord step(int lease, long seq, String message) {
    return new SpoolRecord.MessageQueued(
        new StepStatus(
            "lease-" + lease,
            "run-" + lease,
            JOB,
            1,
            seq,
            0,
            "a step",
            "step",
            "failed",
            1,
            null,
            "process",
            1,
            Map.of("out", "two\nlines"),
            message,
            "test",
            12));
  }

  static SpoolRecord acknowledged(int lease, long seq) {
    return new SpoolRecord.Acknowledged("lease-" + lease, seq);
  }

  static SpoolRecord over(int lease) {
    return new SpoolRecord.LeaseEnded("lease-" + lease);
  }

  private SpoolRecords() {}
}
