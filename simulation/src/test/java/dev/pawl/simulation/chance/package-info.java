/// Where every random choice comes from: one root seed.
@NullMarked
package dev.pawl.simulation.chance;

import org.jspecify.annotations.NullMarked;
