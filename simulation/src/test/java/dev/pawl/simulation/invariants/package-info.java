/// The invariants of the design, each checked on every commit, reply or process. They read the
/// reference state and record violations. They never change the system, and use none of its logic
/// where they can compute a result of their own.
@NullMarked
package dev.pawl.simulation.invariants;

import org.jspecify.annotations.NullMarked;
