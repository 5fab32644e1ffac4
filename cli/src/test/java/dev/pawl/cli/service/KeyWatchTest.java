package dev.pawl.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.keys.KeyRing;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A running server that lacks a key which another one has registered.
@Timeout(60)
class KeyWatchTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static byte[] key(int filledWith) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) filledWith);
    return key;
  }

  @Test
  void theServerStopsBeforeTheKeyIsUsed(@TempDir Path directory) throws InterruptedException {
    try (var store = SqliteStore.open(directory.resolve("pawl.db"), InstantSource.system(), "")) {
      KeyRing ring = KeyRing.of(key(1));
      store.keys().register(ring, NOW);
      var time = new AtomicReference<>(NOW);
      var looks = new AtomicInteger();
      var reasons = new ArrayBlockingQueue<String>(10);
      InstantSource clock =
          () -> {
            looks.incrementAndGet();
            return time.get();
          };
      try (var _ = new KeyWatch(store.keys(), ring, clock, Duration.ofMillis(5), reasons::add)) {
        store.keys().register(ring.plus(new KeyRing.Key(NOW.plusSeconds(3_600), key(2))), NOW);
        int seen = looks.get() + 2;
        while (looks.get() < seen) {
          Thread.onSpinWait();
        }
        assertThat(reasons).isEmpty();
        time.set(NOW.plusSeconds(3_590));
        assertThat(reasons.poll(50, TimeUnit.SECONDS)).contains("which the key file lacks");
      }
    }
  }
}
