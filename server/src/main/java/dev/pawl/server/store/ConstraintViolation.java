package dev.pawl.server.store;

/// The store is there, and refuses these data: they break a constraint, or no rows can be made of
/// them. Nothing was changed. To wait is of no use, for whoever has decided this decides it again:
/// that is a bug, and the run whose it is must be found, so that the others go on.
public final class ConstraintViolation extends StoreUnavailable {

  public ConstraintViolation(String message, Throwable cause) {
    super(message, cause);
  }

  public ConstraintViolation(String message) {
    super(message);
  }
}
