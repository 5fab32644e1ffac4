/// Observers outside of the system: the reference state replayed from the journals, the messages of
/// agents, the commands of the engine, and the violations found. They observe production code and
/// never call it.
@NullMarked
package dev.pawl.simulation.monitor;

import org.jspecify.annotations.NullMarked;
