package dev.pawl.server.agents;

import dev.pawl.protocol.ServerMessage;

/// Connection to one agent. Sending never blocks the loop: an agent that does not read loses its
/// connection.
public interface AgentLink {

  void send(ServerMessage message);

  /// Ends the connection, with a reason.
  void close(String reason);
}
