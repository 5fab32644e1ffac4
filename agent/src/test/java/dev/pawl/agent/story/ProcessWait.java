package dev.pawl.agent.story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for the effects of another process, with a timeout that only a bug reaches.
public final class ProcessWait {

  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(5);

  public static void until(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited too long for: " + what);
      }
      LockSupport.parkNanos(PAUSE.toNanos()); // the other process is asked again, not waited out
    }
  }

  public static void untilGone(long pid) throws InterruptedException {
    until("the end of process " + pid, () -> isGone(pid));
  }

  /// Whether the process is gone, or a zombie.
  public static boolean isGone(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')') + 1).strip().startsWith("Z");
    } catch (IOException _) {
      return true;
    }
  }

  /// The process id that a script wrote to a file.
  public static long pid(Path file) throws IOException, InterruptedException {
    until("a process id in " + file, () -> Files.exists(file) && file.toFile().length() > 0);
    return Long.parseLong(Files.readString(file).strip());
  }

  private ProcessWait() {}
}
