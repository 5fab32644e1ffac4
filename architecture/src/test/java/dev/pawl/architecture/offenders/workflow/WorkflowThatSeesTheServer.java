package dev.pawl.architecture.offenders.workflow;

import dev.pawl.architecture.offenders.server.ServerThatSeesTheAgent;

public final class WorkflowThatSeesTheServer {
  static final Class<?> SERVER = ServerThatSeesTheAgent.class;

  private WorkflowThatSeesTheServer() {}
}
