package dev.pawl.cli.runs;

import java.time.Instant;
import java.util.Optional;

/// The log of a step in any place, which may still grow. Used by one thread at a time. Throws
/// [java.io.UncheckedIOException] if a file cannot be read.
public interface StepLog {

  /// The bytes from an offset on, at most so many; none beyond the end of the log.
  byte[] bytes(long offset, int most);

  /// The size, as it was a moment ago.
  long size();

  /// The last lines, at most so many.
  byte[] tail(int lines);

  /// The time at which a byte arrived; empty if it is not known.
  Optional<Instant> time(long offset);

  /// Whether it is time to look for new bytes again: a place far away is asked less often.
  boolean isDue();
}
