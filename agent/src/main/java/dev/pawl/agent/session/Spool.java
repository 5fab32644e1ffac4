package dev.pawl.agent.session;

import dev.pawl.protocol.FromAgent.Numbered;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;

/// What was said under one lease and is not acknowledged: numbered without gaps, kept in order.
final class Spool {

  /// The most messages that may be unacknowledged; then the job waits.
  static final int MOST = 256;

  private final Deque<Numbered> unacknowledged = new ArrayDeque<>();
  private long last;
  private long acknowledged;

  /// The next message, with its number.
  Numbered next(LongFunction<Numbered> message) {
    Numbered numbered = message.apply(++last);
    unacknowledged.add(numbered);
    return numbered;
  }

  boolean isFull() {
    return unacknowledged.size() >= MOST;
  }

  boolean isEmpty() {
    return unacknowledged.isEmpty();
  }

  long last() {
    return last;
  }

  /// Whether the server has everything up to `seq` for good.
  boolean has(long seq) {
    return acknowledged >= seq;
  }

  /// Everything up to `seq` has arrived. A number that was never used acknowledges nothing.
  void acknowledge(long seq) {
    if (seq > last) {
      return;
    }
    acknowledged = Math.max(acknowledged, seq);
    while (!unacknowledged.isEmpty() && unacknowledged.element().seq() <= acknowledged) {
      unacknowledged.remove();
    }
  }

  /// What is unacknowledged and has a number of these.
  List<Numbered> between(long from, long to) {
    return unacknowledged.stream().filter(it -> it.seq() >= from && it.seq() <= to).toList();
  }

  void clear() {
    unacknowledged.clear();
  }

  Bounded size() {
    return new Bounded("Spool.unacknowledged", unacknowledged.size(), MOST);
  }
}
