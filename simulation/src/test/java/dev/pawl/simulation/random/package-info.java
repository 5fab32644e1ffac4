/// Tests of `dev.pawl.simulation.random`.
@NullMarked
package dev.pawl.simulation.random;

import org.jspecify.annotations.NullMarked;
