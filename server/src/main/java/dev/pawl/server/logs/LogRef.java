package dev.pawl.server.logs;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;

/// Which log: that of a step, counted from 0, under a lease. Each lease has its own, so that what
/// an agent prints after it has lost its lease is never among what its successor prints.
public record LogRef(RunId run, LeaseRef lease, int step) {}
