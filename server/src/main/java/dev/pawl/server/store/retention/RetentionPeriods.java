package dev.pawl.server.store.retention;

import java.time.Duration;
import java.util.Optional;

/// The ages at which a server deletes what has ended.
///
/// @param runs of ended runs, with all that belongs to them; empty to keep them
/// @param logs of the logs of ended runs; empty to keep them as long as their runs
/// @param changes of the events that followers may still ask for
/// @param idempotencyKeys of the stored answers of requests
public record RetentionPeriods(
    Optional<Duration> runs, Optional<Duration> logs, Duration changes, Duration idempotencyKeys) {

  /// Runs and logs are kept.
  public static final RetentionPeriods DEFAULT =
      new RetentionPeriods(
          Optional.empty(), Optional.empty(), Duration.ofDays(7), Duration.ofHours(24));
}
