package dev.pawl.workflow.trigger;

/// Thrown for a value that an input does not accept. The message continues after the input's name.
final class InvalidInputException extends Exception {

  private static final long serialVersionUID = 1L;

  InvalidInputException(String message) {
    super(message, null, false, false);
  }
}
