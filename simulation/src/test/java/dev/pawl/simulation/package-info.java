/// The simulator's own tests: that it finds nothing in our code, and everything in the mutants.
@NullMarked
package dev.pawl.simulation;

import org.jspecify.annotations.NullMarked;
