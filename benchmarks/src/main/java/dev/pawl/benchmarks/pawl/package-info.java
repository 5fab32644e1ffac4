/// Pawl as the subject of benchmarks: orchestrators on a real store with agents that take no time.
/// It depends on the server's public classes and on `measure` only.
@NullMarked
package dev.pawl.benchmarks.pawl;

import org.jspecify.annotations.NullMarked;
