package dev.pawl.architecture.offenders.protocol;

import dev.pawl.architecture.offenders.core.engine.Apply;

final class ProtocolThatSeesTheCore {
  static final Class<?> CORE = Apply.class;

  private ProtocolThatSeesTheCore() {}
}
