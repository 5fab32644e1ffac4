/// Tests of the simulator: it finds no violation in our code, the same seed gives the same
/// journals, and it finds every mutant. Nothing here simulates by itself; `world` does.
@NullMarked
package dev.pawl.simulation;

import org.jspecify.annotations.NullMarked;
