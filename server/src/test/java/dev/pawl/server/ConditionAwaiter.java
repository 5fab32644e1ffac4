package dev.pawl.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what other threads or processes bring about.
public final class ConditionAwaiter {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration LOOK = Duration.ofMillis(2);

  /// Looks until it is so.
  ///
  /// @throws AssertionError if it is not so after three minutes
  public static void is(String what, BooleanSupplier so) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("after three minutes, still not: " + what);
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  private ConditionAwaiter() {}
}
