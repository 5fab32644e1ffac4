package dev.pawl.architecture.offenders.expression;

import dev.pawl.architecture.offenders.core.engine.EventApplier;

final class ExpressionThatSeesTheCore {
  static final Class<?> CORE = EventApplier.class;

  private ExpressionThatSeesTheCore() {}
}
