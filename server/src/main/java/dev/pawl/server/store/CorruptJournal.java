package dev.pawl.server.store;

/// Thrown when the journal of an aggregate is corrupt: an entry was changed, is missing, or cannot
/// be applied. Nothing may be decided by it, and nothing is rewritten; a retry fails as well.
public final class CorruptJournal extends RuntimeException {

  public CorruptJournal(String message) {
    super(message);
  }

  public CorruptJournal(String message, Throwable cause) {
    super(message, cause);
  }
}
