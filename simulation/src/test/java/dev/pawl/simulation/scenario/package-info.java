/// What a seed stands for: which faults, which work, how many of everything.
@NullMarked
package dev.pawl.simulation.scenario;

import org.jspecify.annotations.NullMarked;
