package dev.pawl.server.runtime;

/// The store is there, and refuses these data: they break a constraint, or no rows can be made of
/// them. Nothing was changed. To wait is of no use, for whoever has decided this decides it again:
/// that is a bug, and the run whose it is must be found, so that the others go on.
public final class Unstorable extends StoreFailure {

  public Unstorable(String message, Throwable cause) {
    super(message, cause);
  }

  public Unstorable(String message) {
    super(message);
  }
}
