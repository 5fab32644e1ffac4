package dev.pawl.server.runtime;

import dev.pawl.protocol.FromServer;

/// The way to one agent. Sending never blocks the loop: what an agent does not take in time is
/// dropped with its connection, and sent again from the state when it is back.
public interface AgentLink {

  void send(FromServer message);

  /// Ends the connection with an agent that cannot be talked to.
  void close(String reason);
}
