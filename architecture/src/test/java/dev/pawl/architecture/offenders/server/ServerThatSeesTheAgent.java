package dev.pawl.architecture.offenders.server;

import dev.pawl.architecture.offenders.agent.AgentThatSeesTheServer;

public final class ServerThatSeesTheAgent {
  static final Class<?> AGENT = AgentThatSeesTheServer.class;

  private ServerThatSeesTheAgent() {}
}
