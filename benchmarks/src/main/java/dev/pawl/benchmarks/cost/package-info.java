/// The package `dev.pawl.benchmarks.cost`.
@NullMarked
package dev.pawl.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
