package dev.pawl.workflow.trigger;

/// Why a value is not what an input takes. The message goes on where the input's name ends.
final class InvalidInputException extends Exception {

  private static final long serialVersionUID = 1L;

  InvalidInputException(String message) {
    super(message, null, false, false);
  }
}
