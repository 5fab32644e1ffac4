/// Tests of `dev.pawl.simulation.monitor`.
@NullMarked
package dev.pawl.simulation.monitor;

import org.jspecify.annotations.NullMarked;
