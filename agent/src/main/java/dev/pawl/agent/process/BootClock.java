package dev.pawl.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;

/// The time since the machine was started, which passes also while the machine is suspended.
/// [System#nanoTime] stands still then, and a lease would seem to last for longer than it does.
public final class BootClock {

  private static final int CLOCK_BOOTTIME = 7;
  private static final long NANOS = 1_000_000_000L;
  private static final String FUNCTION = "clock_gettime";

  private static final boolean IS_AVAILABLE =
      Libc.isFor(System.getProperty("os.name"), System.getProperty("os.arch"))
          && Libc.has(List.of(FUNCTION))
          && read().isPresent();

  /// The time in nanoseconds, by an arbitrary origin. Where the machine has no such clock, it is
  /// that of [System#nanoTime].
  public static long nanoTime() {
    return IS_AVAILABLE ? read().orElseThrow() : System.nanoTime();
  }

  private static OptionalLong read() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time = arena.allocate(JAVA_LONG, 2);
      boolean isRead = Libc.call(FUNCTION, CLOCK_BOOTTIME, time.address()).value() == 0;
      return isRead
          ? OptionalLong.of(time.getAtIndex(JAVA_LONG, 0) * NANOS + time.getAtIndex(JAVA_LONG, 1))
          : OptionalLong.empty();
    }
  }

  private BootClock() {}
}
