package dev.pawl.server.store;

/// Thrown when the store rejects a commit for what is in it: it violates a constraint or cannot be
/// encoded. Nothing was committed, and a retry fails as well. It is a bug: the run that causes it
/// must be found and quarantined, so that the others go on.
public final class ConstraintViolation extends StoreUnavailable {

  public ConstraintViolation(String message, Throwable cause) {
    super(message, cause);
  }

  public ConstraintViolation(String message) {
    super(message);
  }
}
