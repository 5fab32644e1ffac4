/// What the agent hears and says: leases, numbered messages, heartbeats.
@NullMarked
package dev.pawl.agent.session;

import org.jspecify.annotations.NullMarked;
