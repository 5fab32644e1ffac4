package dev.pawl.core.identity;

/// What is written as a whole: it has a version, a sequence in the journal and a chain of hashes of
/// its own.
public interface Aggregate {

  /// The kinds of aggregate.
  enum Kind {
    RUN,
    GROUP,
    BREAKER,
    AGENT
  }

  Kind kind();

  /// Which one of its kind.
  String key();

  /// How many decisions about it were committed; 0 for one that was never written.
  long version();

  /// The same, one decision later.
  Aggregate committed();
}
