package dev.pawl.server.runtime;

/// The journal of an aggregate contradicts itself: an entry was tampered with, or tells what cannot
/// have happened. Nothing may be decided by it, and nothing of it is rewritten; whoever reads it
/// again finds it so again.
public final class BrokenJournal extends RuntimeException {

  public BrokenJournal(String message) {
    super(message);
  }

  public BrokenJournal(String message, Throwable cause) {
    super(message, cause);
  }
}
