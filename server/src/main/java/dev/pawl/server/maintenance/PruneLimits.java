package dev.pawl.server.maintenance;

import dev.pawl.server.store.retention.RunRetention.RetentionPolicy;
import java.time.Duration;
import java.util.Optional;

/// What pruning keeps.
///
/// @param runs which runs are kept
/// @param logAge keeps the logs of runs that ended within that time
/// @param logBytes keeps the latest logs, up to that size
public record PruneLimits(
    RetentionPolicy runs, Optional<Duration> logAge, Optional<Long> logBytes) {

  private static final Duration UNLIMITED = Duration.ofDays(36_500);

  boolean prunesRuns() {
    return runs.age().isPresent() || runs.runs().isPresent() || runs.bytes().isPresent();
  }

  public boolean prunesLogs() {
    return logAge.isPresent() || logBytes.isPresent();
  }

  /// Whether it keeps everything.
  public boolean isEmpty() {
    return !prunesRuns() && !prunesLogs();
  }

  Duration longestLogAge() {
    return logAge.orElse(UNLIMITED);
  }

  long mostLogBytes() {
    return logBytes.orElse(Long.MAX_VALUE);
  }
}
