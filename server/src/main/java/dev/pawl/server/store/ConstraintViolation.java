package dev.pawl.server.store;

/// Thrown when the store rejects data for what is in them: they violate a constraint, are too large
/// or cannot be encoded. Nothing was committed, and a retry fails as well. It is a bug: the run
/// that causes it must be found and quarantined, so that the others go on.
public final class ConstraintViolation extends RuntimeException {

  public ConstraintViolation(String message, Throwable cause) {
    super(message, cause);
  }

  public ConstraintViolation(String message) {
    super(message);
  }
}
