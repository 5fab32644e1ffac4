package dev.pawl.architecture.offenders.expression;

import dev.pawl.architecture.offenders.core.engine.Apply;

final class ExpressionThatSeesTheCore {
  static final Class<?> CORE = Apply.class;

  private ExpressionThatSeesTheCore() {}
}
