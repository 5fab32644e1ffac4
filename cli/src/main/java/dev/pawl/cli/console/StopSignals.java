package dev.pawl.cli.console;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/// Ctrl+C and its relatives: the first asks for a graceful end, a second Ctrl+C for an end at once,
/// and so does each that follows. A terminal that is closed may send its SIGHUP twice, and
/// `timeout` its SIGTERM: neither means more. Those that come before there is anything to stop are
/// kept for when there is; those that come when there is nothing to stop any more end this process,
/// for it may be waiting for somebody to read what it prints. What the run came to they do not
/// change.
public final class StopSignals {

  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /// Within this time the same signal again is the same request.
  private static final Duration REPEAT = Duration.ofSeconds(1);

  private int received;
  private long firstAt;
  private OptionalInt result = OptionalInt.empty();
  private @Nullable Consumer<Boolean> listener;

  public static StopSignals listen() {
    var requests = new StopSignals();
    SIGNALS.forEach(signal -> Signals.register(signal, () -> requests.received(signal)));
    return requests;
  }

  /// The listener is called outside the lock: a second request must not wait for the first.
  private void received(String signal) {
    Consumer<Boolean> told;
    int request;
    synchronized (this) {
      if (result.isPresent() && !isRepeat(signal)) {
        Runtime.getRuntime().halt(result.getAsInt());
      }
      if (received > 0 && !isUrgent(signal)) {
        return;
      }
      request = ++received;
      firstAt = request == 1 ? System.nanoTime() : firstAt;
      told = listener;
    }
    if (told != null) {
      told.accept(request > 1);
    }
  }

  private boolean isUrgent(String signal) {
    return signal.equals("INT") || (signal.equals("TERM") && !isRepeat(signal));
  }

  private boolean isRepeat(String signal) {
    return received > 0 && !signal.equals("INT") && System.nanoTime() - firstAt < REPEAT.toNanos();
  }

  /// There is nothing to stop any more.
  ///
  /// @param exitCode what the run came to
  public synchronized void finished(int exitCode) {
    result = OptionalInt.of(exitCode);
    listener = null;
  }

  /// From now on `listener` is told, whether by force or not; of what has come already, at once.
  public void onSignal(Consumer<Boolean> listener) {
    int before;
    synchronized (this) {
      this.listener = listener;
      before = received;
    }
    for (int request = 1; request <= before; request++) {
      listener.accept(request > 1);
    }
  }
}
