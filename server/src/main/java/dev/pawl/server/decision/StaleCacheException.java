package dev.pawl.server.decision;

/// A decision failed by an exception, which may come from cached aggregates of different age. It is
/// made again from the store; if it fails again it is a bug.
public final class StaleCacheException extends RuntimeException {

  StaleCacheException(RuntimeException cause) {
    super(cause);
  }
}
