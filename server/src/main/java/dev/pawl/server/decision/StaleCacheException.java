package dev.pawl.server.decision;

/// To decide ended in a bug, or in a contradiction between cached pages of different age. Decided
/// again from the store; only what happens again is a bug.
public final class StaleCacheException extends RuntimeException {

  StaleCacheException(RuntimeException cause) {
    super(cause);
  }
}
