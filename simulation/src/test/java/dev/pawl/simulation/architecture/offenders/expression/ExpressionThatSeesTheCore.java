package dev.pawl.simulation.architecture.offenders.expression;

import dev.pawl.simulation.architecture.offenders.core.engine.Apply;

final class ExpressionThatSeesTheCore {
  static final Class<?> CORE = Apply.class;

  private ExpressionThatSeesTheCore() {}
}
