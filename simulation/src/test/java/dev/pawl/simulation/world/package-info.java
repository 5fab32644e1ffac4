/// The simulation itself: virtual time, store, network, log disk, orchestrators and fault
/// injection, in one thread. A scenario enters, a result leaves. Everything follows from the seed;
/// the real clock is never read.
@NullMarked
package dev.pawl.simulation.world;

import org.jspecify.annotations.NullMarked;
