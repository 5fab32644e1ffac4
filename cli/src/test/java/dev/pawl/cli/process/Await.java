package dev.pawl.cli.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for conditions, never for time to pass.
public final class Await {

  /// The limit of any wait, generous enough for a busy machine.
  public static final Duration BOUND = Duration.ofMinutes(2);

  private static final Duration POLL = Duration.ofMillis(5);

  public static void until(String what, BooleanSupplier condition) {
    until(() -> "waited in vain until " + what, condition);
  }

  public static void until(Supplier<String> complaint, BooleanSupplier condition) {
    until(BOUND, complaint, condition);
  }

  public static void until(Duration bound, Supplier<String> complaint, BooleanSupplier condition) {
    long deadline = System.nanoTime() + bound.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(complaint.get());
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private Await() {}
}
