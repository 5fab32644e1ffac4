package dev.pawl.cli.runs;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.util.Optional;

/// The logs of one place.
public interface LogSource {

  /// The log of a step, of the newest lease that has one.
  Optional<StepLog> log(RunId run, AttemptRef attempt, int step);

  /// The log of a step, of a known lease. It may be empty still.
  default Optional<StepLog> log(RunId run, LeaseRef lease, int step) {
    return log(run, lease.attempt(), step);
  }
}
