package dev.pawl.server.agents;

import dev.pawl.protocol.ServerMessage;

/// The way to one agent. Sending never blocks the loop: an agent that does not take what it is sent
/// loses its connection.
public interface AgentLink {

  void send(ServerMessage message);

  /// Ends the connection with an agent that cannot be talked to.
  void close(String reason);
}
