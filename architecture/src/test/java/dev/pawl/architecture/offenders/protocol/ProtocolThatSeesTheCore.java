package dev.pawl.architecture.offenders.protocol;

import dev.pawl.architecture.offenders.core.engine.EventApplier;

final class ProtocolThatSeesTheCore {
  static final Class<?> CORE = EventApplier.class;

  private ProtocolThatSeesTheCore() {}
}
