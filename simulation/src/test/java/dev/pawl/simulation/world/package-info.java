/// The simulated world: time, store, network, orchestrators.
@NullMarked
package dev.pawl.simulation.world;

import org.jspecify.annotations.NullMarked;
