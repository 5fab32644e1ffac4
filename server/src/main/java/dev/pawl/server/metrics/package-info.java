/// Counters of a server, and the text format in which they are shown.
///
/// The loop and the commit thread count, without locks; any thread reads. Nothing here knows what
/// is counted where, or asks the store.
@NullMarked
package dev.pawl.server.metrics;

import org.jspecify.annotations.NullMarked;
