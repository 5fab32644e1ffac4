/// Measurements of a server as its clients see it: its start, lists of runs, live events, and what
/// readers cost the loop. They use its HTTP port, over a store with many runs.
@NullMarked
package dev.pawl.benchmarks.api;

import org.jspecify.annotations.NullMarked;
