/// What the agent hears and says: leases, numbered messages, heartbeats. No clock, no threads, no
/// I/O.
@NullMarked
package dev.pawl.agent.session;

import org.jspecify.annotations.NullMarked;
