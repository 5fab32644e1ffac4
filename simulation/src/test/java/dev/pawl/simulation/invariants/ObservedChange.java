package dev.pawl.simulation.invariants;

import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;

/// One committed decision about a run: the run before and after it.
record ObservedChange(Run before, Run after, Change change) {}
