/// WebSockets of agents: handshake, frames in and out, pings, and log bytes on their way to disk.
///
/// Frames of agents enter and become requests to the orchestrator, or bytes for the logs; the
/// orchestrator's messages leave through [dev.pawl.server.agents.AgentLink]. Nothing is decided
/// here, and the store is asked for tokens only.
@NullMarked
package dev.pawl.server.sockets;

import org.jspecify.annotations.NullMarked;
