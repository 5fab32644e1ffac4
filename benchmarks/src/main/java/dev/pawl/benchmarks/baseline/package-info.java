/// The package `dev.pawl.benchmarks.baseline`.
@NullMarked
package dev.pawl.benchmarks.baseline;

import org.jspecify.annotations.NullMarked;
