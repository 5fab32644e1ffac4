package dev.pawl.cli;

import java.util.List;
import java.util.function.Consumer;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/// Ctrl+C and its relatives: the first asks for a graceful end, the second for an end at once.
/// Those that come before there is anything to stop are kept for when there is.
final class StopRequests {

  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  private int received;
  private @Nullable Consumer<Boolean> listener;

  static StopRequests listen() {
    var requests = new StopRequests();
    SIGNALS.forEach(signal -> Signals.register(signal, requests::received));
    return requests;
  }

  /// The listener is called outside the lock: a second request must not wait for the first.
  private void received() {
    Consumer<Boolean> told;
    int request;
    synchronized (this) {
      request = ++received;
      told = listener;
    }
    if (told != null && request <= 2) {
      told.accept(request == 2);
    }
  }

  /// From now on `listener` is told, whether by force or not; of what has come already, at once.
  void tell(Consumer<Boolean> listener) {
    int before;
    synchronized (this) {
      this.listener = listener;
      before = received;
    }
    for (int request = 1; request <= Math.min(before, 2); request++) {
      listener.accept(request == 2);
    }
  }
}
