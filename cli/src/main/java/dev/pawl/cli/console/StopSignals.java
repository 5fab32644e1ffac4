package dev.pawl.cli.console;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/// Handles SIGINT, SIGTERM and SIGHUP: the first requests a graceful stop, every further one an
/// immediate stop. SIGHUP and SIGTERM may be sent twice by a closing terminal or by `timeout`, so a
/// repeat within a second is ignored. Signals that arrive before there is a listener are kept for
/// it. Once the run has ended a signal ends this process, which may be blocked by a slow reader of
/// its output; the exit code stays that of the run.
public final class StopSignals {

  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  /// A repeated signal within this time is the same request.
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

  /// Calls the listener outside the lock: a second request must not wait for the first.
  private void received(String signal) {
    Consumer<Boolean> target;
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
      target = listener;
    }
    if (target != null) {
      target.accept(request > 1);
    }
  }

  private boolean isUrgent(String signal) {
    return signal.equals("INT") || (signal.equals("TERM") && !isRepeat(signal));
  }

  private boolean isRepeat(String signal) {
    return received > 0 && !signal.equals("INT") && System.nanoTime() - firstAt < REPEAT.toNanos();
  }

  /// Reports that the run has ended and there is nothing left to stop.
  ///
  /// @param exitCode the exit code of the run
  public synchronized void finished(int exitCode) {
    result = OptionalInt.of(exitCode);
    listener = null;
  }

  /// Forgets the signals that have arrived: the next one is the first again.
  public synchronized void reset() {
    received = 0;
    listener = null;
  }

  /// Registers the listener, which receives whether the stop is forced. It is called at once for
  /// signals that have already arrived.
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
