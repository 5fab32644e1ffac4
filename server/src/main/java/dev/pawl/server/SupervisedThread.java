package dev.pawl.server;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A thread of the server that never dies unnoticed.
///
/// After an exception, which is logged with its stack trace, its body runs again. An [Error] may
/// leave anything behind, so it ends the thread: it is logged and reported to the owner, which
/// stops the server with a message. A body that owns nothing runs again after an error too, unless
/// there is no memory left.
public final class SupervisedThread {

  private static final Logger LOG = LoggerFactory.getLogger(SupervisedThread.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Work of the thread. Returning ends the thread, as does an interrupt.
  @FunctionalInterface
  public interface Body {
    void run() throws InterruptedException;
  }

  private final Body body;
  private final @Nullable Consumer<String> onDeath;
  private final Duration pause;
  private final Thread thread;

  /// @param builder names the thread, and says what kind it is
  /// @param onDeath receives the reason, in words for people, when an error has ended the thread
  public SupervisedThread(Thread.Builder builder, Body body, Consumer<String> onDeath) {
    this(builder, body, onDeath, PAUSE);
  }

  /// @param onDeath null if the body runs again after an error
  /// @param pause before the body is run again
  SupervisedThread(
      Thread.Builder builder, Body body, @Nullable Consumer<String> onDeath, Duration pause) {
    this.body = body;
    this.onDeath = onDeath;
    this.pause = pause;
    this.thread = builder.unstarted(this::live);
  }

  /// A thread whose body runs again after an error, because it owns nothing that an error could
  /// leave half done.
  public static SupervisedThread restartedAfterErrors(Thread.Builder builder, Body body) {
    return new SupervisedThread(builder, body, null, PAUSE);
  }

  /// Starts the thread, and returns this.
  public SupervisedThread start() {
    thread.start();
    return this;
  }

  private void live() {
    try {
      while (!isDone()) {
        Thread.sleep(pause);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isDone() throws InterruptedException {
    try {
      body.run();
      return true;
    } catch (RuntimeException | Error e) {
      if (e instanceof Error && onDeath != null) {
        LOG.error("thread '{}' ended by an error", thread.getName(), e);
        onDeath.accept("thread '%s' ended by an error: %s".formatted(thread.getName(), e));
        return true;
      }
      if (e instanceof OutOfMemoryError none) {
        throw none;
      }
      LOG.error("thread '{}' failed, and is restarted", thread.getName(), e);
      return false;
    }
  }

  public void interrupt() {
    thread.interrupt();
  }

  public boolean isAlive() {
    return thread.isAlive();
  }

  public void join() throws InterruptedException {
    thread.join();
  }

  /// Waits for its end, at most that long.
  public void join(Duration atMost) throws InterruptedException {
    var _ = thread.join(atMost);
  }
}
