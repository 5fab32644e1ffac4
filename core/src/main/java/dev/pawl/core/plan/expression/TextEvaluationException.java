package dev.pawl.core.plan.expression;

/// Thrown if a text of a job cannot be evaluated or has a value of the wrong type.
public final class TextEvaluationException extends Exception {

  private static final long serialVersionUID = 1;

  public TextEvaluationException(String message) {
    super(message, null, false, false);
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
