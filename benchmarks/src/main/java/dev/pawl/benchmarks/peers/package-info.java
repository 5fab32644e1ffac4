/// Other engines as subjects, on the same PostgreSQL. Each is configured for throughput as its
/// documentation recommends. They depend on `measure` only.
@NullMarked
package dev.pawl.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
