/// Tests of `dev.pawl.simulation.invariants`.
@NullMarked
package dev.pawl.simulation.invariants;

import org.jspecify.annotations.NullMarked;
