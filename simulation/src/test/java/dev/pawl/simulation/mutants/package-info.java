/// Wrong behaviours that the simulator must find.
@NullMarked
package dev.pawl.simulation.mutants;

import org.jspecify.annotations.NullMarked;
