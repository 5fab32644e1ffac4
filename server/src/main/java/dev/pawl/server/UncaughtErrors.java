package dev.pawl.server;

/// Passes errors on to the process, from threads of libraries that would swallow them.
///
/// An error such as a lack of memory may have left anything behind, in any thread, so it ends the
/// server. A stack overflow while one request or message is handled is the exception: the input has
/// caused it, and nobody may end the server by an input.
public final class UncaughtErrors {

  /// Handles an error as if it had ended its thread.
  public static void report(Error error) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
  }

  private UncaughtErrors() {}
}
