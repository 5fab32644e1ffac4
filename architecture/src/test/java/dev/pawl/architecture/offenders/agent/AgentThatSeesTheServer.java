package dev.pawl.architecture.offenders.agent;

import dev.pawl.architecture.offenders.server.ServerThatSeesTheAgent;

public final class AgentThatSeesTheServer {
  static final Class<?> SERVER = ServerThatSeesTheAgent.class;

  private AgentThatSeesTheServer() {}
}
