package dev.pawl.core.identity;

/// A unit of writing with a version, a journal sequence and a hash chain of its own.
public interface Aggregate {

  /// The kinds of aggregate.
  enum Kind {
    RUN,
    GROUP,
    BREAKER,
    AGENT
  }

  Kind kind();

  /// Identifies the aggregate among those of its kind.
  String key();

  /// The number of committed decisions about it; 0 if it was never written.
  long version();

  /// The same aggregate, one decision later.
  Aggregate committed();
}
