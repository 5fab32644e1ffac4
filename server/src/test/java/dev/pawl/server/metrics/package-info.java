/// Tests of counters and their text format.
@NullMarked
package dev.pawl.server.metrics;

import org.jspecify.annotations.NullMarked;
