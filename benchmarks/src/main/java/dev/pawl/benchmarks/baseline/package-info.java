/// The lower bound of every durable engine: the necessary rows, written by plain JDBC. It depends
/// on `measure` only and contains no engine.
@NullMarked
package dev.pawl.benchmarks.baseline;

import org.jspecify.annotations.NullMarked;
