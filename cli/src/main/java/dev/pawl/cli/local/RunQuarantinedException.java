package dev.pawl.cli.local;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.StoreUnavailable;

/// The run cannot go on: to decide about it ended in a bug, or in something that the store refuses.
/// Told in words for people; whoever waits for its end would wait for ever.
public final class RunQuarantinedException extends RuntimeException {

  RunQuarantinedException(RunId run, RuntimeException bug) {
    super(
        "run %s cannot go on, and its jobs are stopped; please report it: %s"
            .formatted(run, bug instanceof StoreUnavailable ? bug.getMessage() : bug),
        bug);
  }
}
