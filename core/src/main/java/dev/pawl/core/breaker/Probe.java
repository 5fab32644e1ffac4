package dev.pawl.core.breaker;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;

/// The one step that tries a tool whose breaker is half open.
public record Probe(RunId run, LeaseRef lease, int step) {

  public boolean isUnder(RunId run, LeaseRef lease) {
    return this.run.equals(run) && this.lease.equals(lease);
  }
}
