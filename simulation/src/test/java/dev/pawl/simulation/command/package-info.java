/// The command line of the simulator.
@NullMarked
package dev.pawl.simulation.command;

import org.jspecify.annotations.NullMarked;
