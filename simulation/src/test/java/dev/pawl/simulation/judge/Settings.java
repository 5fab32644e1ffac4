package dev.pawl.simulation.judge;

import dev.pawl.core.engine.Deadlines;

/// What the judge must know of how the system is set up.
public record Settings(Deadlines deadlines) {}
