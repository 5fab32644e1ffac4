package dev.pawl.server.orchestrator;

import java.time.Duration;
import org.slf4j.Logger;

/// Logs an outage of the store once, and its end once. On a disk without space some turns fail and
/// those between them succeed, so an outage is over when none has failed for a while. Used by one
/// thread.
final class OutageLog {

  static final Duration CALM = Duration.ofSeconds(5);

  private final Logger log;
  private boolean isOutage;
  private long failedAt;

  OutageLog(Logger log) {
    this.log = log;
  }

  /// @param nanos the time of [System#nanoTime]
  void failed(String reason, long nanos) {
    if (!isOutage) {
      log.warn("not serving: {}; trying again", reason);
    }
    isOutage = true;
    failedAt = nanos;
  }

  /// @param nanos the time of [System#nanoTime]
  void succeeded(long nanos) {
    if (isOutage && nanos - failedAt >= CALM.toNanos()) {
      isOutage = false;
      log.info("serving again");
    }
  }
}
