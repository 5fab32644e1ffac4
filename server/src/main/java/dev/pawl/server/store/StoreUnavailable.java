package dev.pawl.server.store;

/// Thrown when the environment of the store fails: it cannot be reached, read or written. Nothing
/// was committed, and the same may succeed later. The message is for people.
public final class StoreUnavailable extends RuntimeException {

  public StoreUnavailable(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreUnavailable(String message) {
    super(message);
  }
}
