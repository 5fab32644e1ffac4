/// Random streams: one root seed is split into labelled streams. Every random choice of a
/// simulation comes from here; no other source of randomness may be used.
@NullMarked
package dev.pawl.simulation.random;

import org.jspecify.annotations.NullMarked;
