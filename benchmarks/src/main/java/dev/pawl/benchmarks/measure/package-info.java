/// The package `dev.pawl.benchmarks.measure`.
@NullMarked
package dev.pawl.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
