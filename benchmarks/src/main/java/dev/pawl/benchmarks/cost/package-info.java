/// Measurements of parts of Pawl: the cost of a decision, and of reading a workflow. Each is a
/// program of its own, started by a script in `benchmarks/`.
@NullMarked
package dev.pawl.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
