package dev.pawl.server.store;

/// The store could not do what it was asked: a fault of the environment, told in words for people;
/// or, if it is [ConstraintViolation], of what it was asked.
public sealed class StoreUnavailable extends RuntimeException permits ConstraintViolation {

  public StoreUnavailable(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreUnavailable(String message) {
    super(message);
  }
}
