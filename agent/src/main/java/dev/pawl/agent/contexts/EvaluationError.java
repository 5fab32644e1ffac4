package dev.pawl.agent.contexts;

import dev.pawl.expression.ExpressionError;

/// An expression of a workflow that cannot be evaluated. The message names the key and the
/// position.
public final class EvaluationError extends Exception {

  private static final long serialVersionUID = 1;

  public EvaluationError(String key, String why, String source) {
    // The workflow is data: a stack trace of this program would not help.
    super("%s: %s (%s)".formatted(key, why, source), null, false, false);
  }

  EvaluationError(String key, ExpressionError error, String source) {
    this(key, error.message(), source);
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
