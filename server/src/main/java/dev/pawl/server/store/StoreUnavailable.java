package dev.pawl.server.store;

/// Thrown when the store fails: a fault of the environment, with a message for people; or, as
/// [ConstraintViolation], a fault of the commit.
public sealed class StoreUnavailable extends RuntimeException permits ConstraintViolation {

  public StoreUnavailable(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreUnavailable(String message) {
    super(message);
  }
}
