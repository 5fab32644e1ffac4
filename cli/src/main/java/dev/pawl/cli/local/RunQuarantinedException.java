package dev.pawl.cli.local;

import dev.pawl.cli.logging.LogOutput;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.StoreUnavailable;

/// A run that cannot continue because a decision about it failed, by a bug or by an error of the
/// store. Waiting for its end would never return.
public final class RunQuarantinedException extends RuntimeException {

  RunQuarantinedException(RunId run, RuntimeException bug) {
    super(
        "run '%s' is quarantined and its jobs are stopped: %s. Please report this bug.%s"
            .formatted(
                run,
                bug instanceof StoreUnavailable ? bug.getMessage() : bug,
                LogOutput.file().map(" The stack trace is in %s."::formatted).orElse("")),
        bug);
  }
}
