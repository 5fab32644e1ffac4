/// The invariants, and what the judge knows outside of the system that it judges.
@NullMarked
package dev.pawl.simulation.judge;

import org.jspecify.annotations.NullMarked;
