package dev.pawl.core.plan.expression;

/// A text of a job that came to nothing when it was evaluated, or to something of the wrong kind.
public final class TextEvaluationException extends Exception {

  private static final long serialVersionUID = 1;

  public TextEvaluationException(String message) {
    super(message, null, false, false);
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
