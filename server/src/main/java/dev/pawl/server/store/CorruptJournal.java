package dev.pawl.server.store;

/// The journal of an aggregate contradicts itself: an entry was tampered with, or tells what cannot
/// have happened. Nothing may be decided by it, and nothing of it is rewritten; whoever reads it
/// again finds it so again.
public final class CorruptJournal extends RuntimeException {

  public CorruptJournal(String message) {
    super(message);
  }

  public CorruptJournal(String message, Throwable cause) {
    super(message, cause);
  }
}
