package dev.pawl.simulation.architecture.offenders.server;

import dev.pawl.simulation.architecture.offenders.agent.AgentThatSeesTheServer;

public final class ServerThatSeesTheAgent {
  static final Class<?> AGENT = AgentThatSeesTheServer.class;

  private ServerThatSeesTheAgent() {}
}
