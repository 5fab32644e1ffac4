/// The TLA+ model of lease, retry and cancel, checked by TLC in a process of its own: it holds, and
/// each deliberate mistake violates the property that it should. It shares no code with the engine.
@NullMarked
package dev.pawl.simulation.model;

import org.jspecify.annotations.NullMarked;
