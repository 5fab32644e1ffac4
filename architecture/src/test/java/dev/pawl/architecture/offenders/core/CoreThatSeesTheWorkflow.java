package dev.pawl.architecture.offenders.core;

import dev.pawl.architecture.offenders.workflow.WorkflowThatSeesTheServer;

final class CoreThatSeesTheWorkflow {
  static final Class<?> WORKFLOW = WorkflowThatSeesTheServer.class;

  private CoreThatSeesTheWorkflow() {}
}
