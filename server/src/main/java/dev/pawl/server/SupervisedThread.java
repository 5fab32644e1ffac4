package dev.pawl.server;

import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Thread of the server that does not die in silence.
///
/// Its body is run again after an exception, which is logged with its stack trace. An [Error] ends
/// the thread, since nobody knows what it has left behind: it is logged, and whoever runs the
/// server is told, so that the server stops with a message instead of going on without the thread.
public final class SupervisedThread {

  private static final Logger LOG = LoggerFactory.getLogger(SupervisedThread.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Work of the thread. Returning ends the thread, as does an interrupt.
  @FunctionalInterface
  public interface Body {
    void run() throws InterruptedException;
  }

  private final Body body;
  private final Consumer<String> onDeath;
  private final Duration pause;
  private final Thread thread;

  /// @param builder names the thread, and says what kind it is
  /// @param onDeath told why, in words for people, when the thread has ended by an error
  public SupervisedThread(Thread.Builder builder, Body body, Consumer<String> onDeath) {
    this(builder, body, onDeath, PAUSE);
  }

  /// @param pause before the body is run again
  SupervisedThread(Thread.Builder builder, Body body, Consumer<String> onDeath, Duration pause) {
    this.body = body;
    this.onDeath = onDeath;
    this.pause = pause;
    this.thread = builder.unstarted(this::live);
  }

  /// Starts it. Gives itself.
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
    } catch (Error e) {
      LOG.error("thread '{}' ended by an error", thread.getName(), e);
      onDeath.accept("thread '%s' ended by an error: %s".formatted(thread.getName(), e));
    }
  }

  private boolean isDone() throws InterruptedException {
    try {
      body.run();
      return true;
    } catch (RuntimeException e) {
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
}
