package dev.pawl.architecture.offenders.agent;

import dev.pawl.architecture.offenders.core.engine.EventApplier;

final class AgentThatSeesTheEngine {
  static final Class<?> ENGINE = EventApplier.class;

  private AgentThatSeesTheEngine() {}
}
