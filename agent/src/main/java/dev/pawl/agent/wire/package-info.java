/// The agent's way to its server: a WebSocket.
@NullMarked
package dev.pawl.agent.wire;

import org.jspecify.annotations.NullMarked;
