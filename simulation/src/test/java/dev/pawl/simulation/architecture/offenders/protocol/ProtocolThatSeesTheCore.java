package dev.pawl.simulation.architecture.offenders.protocol;

import dev.pawl.simulation.architecture.offenders.core.engine.Apply;

final class ProtocolThatSeesTheCore {
  static final Class<?> CORE = Apply.class;

  private ProtocolThatSeesTheCore() {}
}
