package dev.pawl.server.logs;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;

/// Logs of tests: of the steps of one job, under its first lease.
final class LogFixture {

  static final RunId RUN = new RunId("r1");

  static LogRef ofStep(int step) {
    return new LogRef(RUN, new LeaseRef(new AttemptRef(0, 1), 1), step);
  }

  private LogFixture() {}
}
