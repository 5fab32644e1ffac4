package dev.pawl.architecture.offenders.agent;

import dev.pawl.architecture.offenders.core.engine.Apply;

final class AgentThatSeesTheEngine {
  static final Class<?> ENGINE = Apply.class;

  private AgentThatSeesTheEngine() {}
}
