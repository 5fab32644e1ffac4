package dev.pawl.agent.contexts;

import dev.pawl.expression.ExpressionError;

/// What stands in a step came to nothing. Names the key and the place.
public final class EvaluationError extends Exception {

  private static final long serialVersionUID = 1;

  public EvaluationError(String key, String why, String source) {
    // What a workflow says is data: where in this program that was found tells nobody anything.
    super("%s: %s (%s)".formatted(key, why, source), null, false, false);
  }

  EvaluationError(String key, ExpressionError error, String source) {
    this(key, error.message(), source);
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
