package dev.pawl.server.store;

/// Thrown when a row has a value that cannot be parsed or converted: it was changed by hand. The
/// store is there, and a retry fails as well. If it is a row of a run, the run counts as corrupt,
/// so that the others go on.
public final class UnreadableRow extends RuntimeException {

  public UnreadableRow(Throwable cause) {
    super("a row cannot be read: " + cause.getMessage(), cause);
  }
}
