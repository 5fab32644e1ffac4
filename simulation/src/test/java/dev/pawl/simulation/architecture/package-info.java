/// The rules of the architecture, and proof that each of them can be broken.
@NullMarked
package dev.pawl.simulation.architecture;

import org.jspecify.annotations.NullMarked;
