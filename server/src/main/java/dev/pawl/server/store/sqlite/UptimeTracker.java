package dev.pawl.server.store.sqlite;

import dev.pawl.core.engine.Deadlines;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Since when there has been an orchestrator without a gap.
///
/// In memory, because a SQLite store has one: the runs of a process are served by that process
/// only, and a new one has just begun. What it finds out is that this process stood still: a laptop
/// that slept.
final class UptimeTracker {

  /// Silence of that length is a gap.
  private static final Duration GAP = Deadlines.SERVED;

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
