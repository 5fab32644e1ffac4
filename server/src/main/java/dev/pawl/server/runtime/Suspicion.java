package dev.pawl.server.runtime;

/// To decide ended in a bug, or in a contradiction between cached pages of different age. Decided
/// again from the store; only what happens again is a bug.
final class Suspicion extends RuntimeException {

  Suspicion(RuntimeException cause) {
    super(cause);
  }
}
