package dev.pawl.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/// Ends this process when an error has ended one of its threads, for example because there is no
/// memory left: a process without that thread would neither work nor end. The exit code is 3, so
/// that a supervisor starts it again; the watchdog process kills the jobs.
///
/// It works without memory: what it needs is made before, and the log entry is only tried. A thread
/// of its own halts the process if that hangs.
public final class ErrorExit {

  private static final byte[] NO_DETAILS =
      "pawl: ended by an error in one of its threads; no memory is left to describe it\n"
          .getBytes(StandardCharsets.US_ASCII);

  /// The time for the log entry.
  private static final Duration LOG_TIMEOUT = Duration.ofSeconds(5);

  private static final long STACK_SIZE = 128 * 1024;
  private static final FileOutputStream ERR = new FileOutputStream(FileDescriptor.err);
  private static final long NEVER = Long.MAX_VALUE;
  private static final long START = System.nanoTime();

  private static volatile @Nullable Thread timer;
  private static volatile long haltAt = NEVER;
  private static volatile boolean coversExceptions;

  /// Handles the errors of all threads from now on. An exception that ends a thread is only logged.
  public static void install() {
    timer =
        Thread.ofPlatform()
            .daemon()
            .name("error-exit")
            .stackSize(STACK_SIZE)
            .start(ErrorExit::haltInTime);
    Thread.setDefaultUncaughtExceptionHandler(ErrorExit::handle);
  }

  /// Ends the process for exceptions too: every thread of an agent is its own, and one that ends by
  /// a bug leaves a job that nobody waits for.
  public static void coverExceptions() {
    coversExceptions = true;
  }

  private static void handle(Thread thread, Throwable problem) {
    if (problem instanceof Error || coversExceptions) {
      end(thread, problem);
    } else {
      log("thread '{}' ended by an exception", thread, problem);
    }
  }

  /// Ends the process at once.
  public static void end(Thread thread, Throwable problem) {
    haltWithin(LOG_TIMEOUT);
    try {
      System.err.println(
          "pawl: ended by an error in thread '%s': %s".formatted(thread.getName(), problem));
      log("thread '{}' ended by an error; the process ends", thread, problem);
    } catch (Throwable _) {
      printNoDetails();
    } finally {
      halt();
    }
  }

  private static void log(String message, Thread thread, Throwable problem) {
    LoggerFactory.getLogger(ErrorExit.class).error(message, thread.getName(), problem);
  }

  private static void printNoDetails() {
    try {
      ERR.write(NO_DETAILS);
    } catch (IOException _) {
      // Nobody reads it.
    }
  }

  /// Ends the process within a time, however it hangs: for a stop after an error.
  public static void haltWithin(Duration bound) {
    haltAt = Math.min(haltAt, System.nanoTime() - START + bound.toNanos());
    LockSupport.unpark(timer);
  }

  private static void haltInTime() {
    while (true) {
      long left = haltAt == NEVER ? NEVER : haltAt - (System.nanoTime() - START);
      if (left <= 0) {
        halt();
      } else if (left == NEVER) {
        LockSupport.park(ERR);
      } else {
        LockSupport.parkNanos(ERR, left);
      }
    }
  }

  private static void halt() {
    Runtime.getRuntime().halt(ExitCode.UNAVAILABLE);
  }

  private ErrorExit() {}
}
