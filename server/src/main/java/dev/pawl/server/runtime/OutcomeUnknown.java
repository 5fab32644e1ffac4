package dev.pawl.server.runtime;

/// The connection to the store broke while it committed: it may have happened. Asked about by the
/// commit's id, before anything else is done.
public final class OutcomeUnknown extends RuntimeException {

  public OutcomeUnknown(String message, Throwable cause) {
    super(message, cause);
  }

  public OutcomeUnknown(String message) {
    super(message);
  }
}
