package dev.pawl.server.connections;

/// The deadline of what a connection waits for: the head of a request, the rest of it and its
/// answer, or the next request. Its own thread moves it; any thread may ask.
///
/// The next request may begin in the same bytes in which one ends. It has time from when it is
/// waited for: while the one before it is answered, that one's deadline holds.
final class RequestDeadline {

  private static final long NONE = Long.MAX_VALUE;

  private final ConnectionLimits limits;
  private final RequestFraming framing;
  private RequestFraming.Phase before = RequestFraming.Phase.BETWEEN;
  private int headsBefore;

  /// Whether a request has arrived, as far as its head, that may not be answered yet.
  private boolean isAnswering;

  private volatile long at = NONE;

  /// @param framing what has arrived
  RequestDeadline(ConnectionLimits limits, RequestFraming framing) {
    this.limits = limits;
    this.framing = framing;
  }

  /// The first bytes are waited for.
  void opened(long now) {
    at = now + limits.head().toNanos();
  }

  /// The next bytes are waited for: what has arrived is answered, or needs them.
  void awaits(long now) {
    before = framing.phase();
    headsBefore = framing.heads();
    if (isAnswering && before != RequestFraming.Phase.BODY) {
      isAnswering = false;
      boolean isIdle = before == RequestFraming.Phase.BETWEEN;
      at = now + (isIdle ? limits.idle() : limits.head()).toNanos();
    }
  }

  /// Bytes have arrived.
  void arrived(long now) {
    if (framing.heads() != headsBefore) {
      isAnswering = true;
      at = now + limits.request().toNanos();
    } else if (before == RequestFraming.Phase.BETWEEN && headsBefore != 0) {
      at = now + limits.head().toNanos();
    }
  }

  /// Sets it to a moment of its own.
  void set(long moment) {
    at = moment;
  }

  /// There is none from here on.
  void clear() {
    at = NONE;
  }

  boolean isOver(long now) {
    long moment = at;
    return moment != NONE && now - moment > 0;
  }
}
