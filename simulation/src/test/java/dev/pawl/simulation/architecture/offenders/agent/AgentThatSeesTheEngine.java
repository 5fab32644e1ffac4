package dev.pawl.simulation.architecture.offenders.agent;

import dev.pawl.simulation.architecture.offenders.core.engine.Apply;

final class AgentThatSeesTheEngine {
  static final Class<?> ENGINE = Apply.class;

  private AgentThatSeesTheEngine() {}
}
