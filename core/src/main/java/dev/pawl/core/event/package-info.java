/// The events of the engine: what happened to a run, group, breaker or agent. The engine decides
/// them, the journal stores them, and a replay applies them again; they carry data only.
@NullMarked
package dev.pawl.core.event;

import org.jspecify.annotations.NullMarked;
