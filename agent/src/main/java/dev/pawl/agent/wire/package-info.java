/// The connection of the agent to its server by WebSocket. Messages and log frames of the session
/// and the jobs leave, decoded messages of the server enter. Knows the codec, and nothing of
/// leases.
@NullMarked
package dev.pawl.agent.wire;

import org.jspecify.annotations.NullMarked;
