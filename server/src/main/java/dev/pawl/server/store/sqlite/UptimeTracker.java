package dev.pawl.server.store.sqlite;

import dev.pawl.core.engine.Deadlines;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Tracks since when this process has served its runs without a gap.
///
/// Kept in memory, because runs in a SQLite store are served by the process that owns them only. It
/// detects that the process was suspended, as on a laptop that slept.
final class UptimeTracker {

  /// A longer time between two polls is a gap.
  private static final Duration GAP = Deadlines.MIN_SERVED_BEFORE_EXPIRY;

  private @Nullable Instant since;
  private Instant last = Instant.EPOCH;

  synchronized Instant record(Instant now) {
    if (since == null || Duration.between(last, now).compareTo(GAP) > 0) {
      since = now;
    }
    last = now;
    return since;
  }
}
