package dev.pawl.server.logs;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;

/// Logs of tests: of the steps of one job, under its first lease.
final class ALog {

  static final RunId RUN = new RunId("r1");

  static LogRef ofStep(int step) {
    return new LogRef(RUN, new LeaseRef(new AttemptRef(0, 1), 1), step);
  }

  private ALog() {}
}
