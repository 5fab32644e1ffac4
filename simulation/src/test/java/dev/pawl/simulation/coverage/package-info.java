/// Counts of what simulations reached: rows of the machines, faults by state, restarts of agents. A
/// full check fails on everything that was never reached. Nothing here decides what is simulated.
@NullMarked
package dev.pawl.simulation.coverage;

import org.jspecify.annotations.NullMarked;
