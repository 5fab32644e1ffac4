/// The configuration that a seed stands for: which faults, which kinds of work, how many agents,
/// orchestrators and runs. Nothing here runs.
@NullMarked
package dev.pawl.simulation.scenario;

import org.jspecify.annotations.NullMarked;
