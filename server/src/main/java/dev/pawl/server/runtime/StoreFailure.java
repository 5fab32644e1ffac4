package dev.pawl.server.runtime;

/// The store could not do what it was asked: a fault of the environment, told in words for people;
/// or, if it is [Unstorable], of what it was asked.
public sealed class StoreFailure extends RuntimeException permits Unstorable {

  public StoreFailure(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreFailure(String message) {
    super(message);
  }
}
