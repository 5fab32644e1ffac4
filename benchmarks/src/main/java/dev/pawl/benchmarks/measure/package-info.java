/// The interface of a subject, the load and latency generators, and the figures that they return.
/// It knows nothing of any engine.
@NullMarked
package dev.pawl.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
