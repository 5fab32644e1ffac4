package dev.pawl.simulation.architecture.offenders.agent;

import dev.pawl.simulation.architecture.offenders.server.ServerThatSeesTheAgent;

public final class AgentThatSeesTheServer {
  static final Class<?> SERVER = ServerThatSeesTheAgent.class;

  private AgentThatSeesTheServer() {}
}
