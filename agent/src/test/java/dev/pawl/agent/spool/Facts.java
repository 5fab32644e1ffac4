package dev.pawl.agent.spool;

import dev.pawl.agent.session.Fact;
import dev.pawl.protocol.FromAgent.JobAck;
import dev.pawl.protocol.FromAgent.StepStatus;
import java.util.Map;

/// What an agent keeps, of leases that are known by their numbers.
final class Facts {

  /// A name with everything in it that a line has a meaning for.
  static final String JOB = "build (1, 2)\n% +ä";

  static Fact taken(int lease) {
    return new Fact.Taken("lease-" + lease, "run-" + lease, JOB, 1, 1);
  }

  static Fact ack(int lease) {
    return new Fact.Said(new JobAck("lease-" + lease, "run-" + lease, JOB, 1, 1));
  }

  /// A step's, which weighs about as much as its message.
  static Fact step(int lease, long seq, String message) {
    return new Fact.Said(
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

  static Fact acknowledged(int lease, long seq) {
    return new Fact.Acknowledged("lease-" + lease, seq);
  }

  static Fact over(int lease) {
    return new Fact.Over("lease-" + lease);
  }

  private Facts() {}
}
