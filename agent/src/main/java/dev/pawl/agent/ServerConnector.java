package dev.pawl.agent;

import dev.pawl.agent.session.ServerLink;
import java.io.IOException;

/// Makes connections to the server.
public interface ServerConnector {

  /// Connects, and blocks until there is a connection. Its messages are passed to
  /// [AgentLoop#receive], and its end to [AgentLoop#disconnected].
  ServerLink connect() throws IOException;
}
