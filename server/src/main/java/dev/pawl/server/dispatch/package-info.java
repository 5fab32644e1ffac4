/// Dispatch of ready attempts to connected agents: queues, free slots, fair share, and reservations
/// among several orchestrators.
///
/// Decisions enter as they are made; leases leave as commands to the
/// [dev.pawl.server.decision.Decider]. All of it is memory that the store can rebuild, and nothing
/// here writes to the store.
@NullMarked
package dev.pawl.server.dispatch;

import org.jspecify.annotations.NullMarked;
