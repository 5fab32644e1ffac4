package dev.pawl.core.breaker;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;

/// The one step that may use a tool while its breaker is half-open.
public record BreakerProbe(RunId run, LeaseRef lease, int step) {

  public boolean isUnder(RunId run, LeaseRef lease) {
    return this.run.equals(run) && this.lease.equals(lease);
  }
}
