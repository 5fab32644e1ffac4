/// Other engines, each set up as its documentation says for throughput, on the same PostgreSQL.
@NullMarked
package dev.pawl.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
