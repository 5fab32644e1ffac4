/// The package `dev.pawl.benchmarks.pawl`.
@NullMarked
package dev.pawl.benchmarks.pawl;

import org.jspecify.annotations.NullMarked;
