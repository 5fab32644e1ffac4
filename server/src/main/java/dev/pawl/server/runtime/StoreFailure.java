package dev.pawl.server.runtime;

/// The store could not do what it was asked: a fault of the environment, told in words for people.
public final class StoreFailure extends RuntimeException {

  public StoreFailure(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreFailure(String message) {
    super(message);
  }
}
