package dev.pawl.cli.local;

import dev.pawl.cli.logging.LogOutput;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.ConstraintViolation;

/// Thrown for a run that cannot continue because a decision about it failed, by a bug or by data
/// that the store rejects. Waiting for its end would never return.
public final class RunQuarantinedException extends RuntimeException {

  RunQuarantinedException(RunId run, RuntimeException bug) {
    super(
        "run '%s' is quarantined and its jobs are stopped: %s. Please report this bug.%s"
            .formatted(
                run,
                bug instanceof ConstraintViolation ? bug.getMessage() : bug,
                LogOutput.file().map(" The stack trace is in %s."::formatted).orElse("")),
        bug);
  }
}
