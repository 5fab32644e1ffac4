package dev.pawl.server.logs;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;

/// Identifies the log of a step, counted from 0, under a lease. Each lease has its own, so that
/// output of an agent that has lost its lease is never mixed with that of its successor.
public record LogRef(RunId run, LeaseRef lease, int step) {}
