package dev.pawl.simulation.architecture.offenders.core;

import dev.pawl.simulation.architecture.offenders.workflow.WorkflowThatSeesTheServer;

final class CoreThatSeesTheWorkflow {
  static final Class<?> WORKFLOW = WorkflowThatSeesTheServer.class;

  private CoreThatSeesTheWorkflow() {}
}
