package dev.pawl.agent;

import dev.pawl.agent.session.ServerLink;
import java.io.IOException;

/// Makes a connection to the server.
public interface ServerConnector {

  /// Blocks until there is one. What the server says on it goes to [AgentLoop#receive], and its end
  /// to [AgentLoop#disconnected].
  ServerLink connect() throws IOException;
}
