/// A record that carries a state.
@NullMarked
package dev.pawl.simulation.architecture.offenders.core.run;

import org.jspecify.annotations.NullMarked;
