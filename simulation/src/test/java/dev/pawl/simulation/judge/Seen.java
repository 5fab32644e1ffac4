package dev.pawl.simulation.judge;

import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.Change;

/// One committed decision about a run: the run before and after it.
record Seen(Run before, Run after, Change change) {}
