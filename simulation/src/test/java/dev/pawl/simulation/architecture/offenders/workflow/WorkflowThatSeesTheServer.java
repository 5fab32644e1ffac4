package dev.pawl.simulation.architecture.offenders.workflow;

import dev.pawl.simulation.architecture.offenders.server.ServerThatSeesTheAgent;

public final class WorkflowThatSeesTheServer {
  static final Class<?> SERVER = ServerThatSeesTheAgent.class;

  private WorkflowThatSeesTheServer() {}
}
