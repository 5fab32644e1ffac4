/// Measurements. Figures in documents come from here, with the command that makes them.
@NullMarked
package dev.pawl.benchmarks;

import org.jspecify.annotations.NullMarked;
