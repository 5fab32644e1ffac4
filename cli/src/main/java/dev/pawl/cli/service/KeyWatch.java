package dev.pawl.cli.service;

import dev.pawl.server.SupervisedThread;
import dev.pawl.server.keys.KeyRing;
import dev.pawl.server.keys.KeyRows;
import dev.pawl.server.keys.UnusableKeys;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches for keys that other servers of the store have registered and this one lacks. It warns at
/// once, and stops the server shortly before such a key is used: it would make lease ids that the
/// others do not recognize.
final class KeyWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KeyWatch.class);
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final KeyRows rows;
  private final KeyRing ring;
  private final InstantSource clock;
  private final Duration interval;
  private final Consumer<String> onMissing;
  private final Set<String> warned = new HashSet<>();
  private final SupervisedThread thread;

  /// @param onMissing stops the server, with the reason
  KeyWatch(
      KeyRows rows,
      KeyRing ring,
      InstantSource clock,
      Duration interval,
      Consumer<String> onMissing) {
    this.rows = rows;
    this.ring = ring;
    this.clock = clock;
    this.interval = interval;
    this.onMissing = onMissing;
    this.thread =
        new SupervisedThread(Thread.ofVirtual().name("key-watch"), this::watch, onMissing).start();
  }

  private void watch() throws InterruptedException {
    boolean isComplete = true;
    while (isComplete) {
      Thread.sleep(interval);
      try {
        isComplete = check(clock.instant());
      } catch (StoreUnavailable e) {
        LOG.debug("the keys of the store cannot be read; trying again", e);
      }
    }
  }

  /// Returns false if the server had to be stopped.
  private boolean check(Instant now) {
    for (KeyRows.StoredKey key : rows.missing(ring)) {
      String reason = String.valueOf(UnusableKeys.missing(key).getMessage());
      if (!key.from().isAfter(now.plus(MARGIN))) {
        onMissing.accept(reason);
        return false;
      }
      if (warned.add(key.id())) {
        LOG.warn("{} This server stops before then.", reason);
      }
    }
    return true;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
