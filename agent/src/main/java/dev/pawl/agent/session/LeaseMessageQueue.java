package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/// What was said under one lease and is not acknowledged: numbered without gaps, in order.
///
/// Nothing is said before it is kept: a number whose message is gone with the agent would have to
/// be used again, for another message, which the server would take for the one that it has.
final class LeaseMessageQueue {

  /// The most messages that may be unacknowledged; then the job waits.
  static final int MOST = 256;

  private final AgentSpool memory;
  private final Deque<SequencedMessage> unacknowledged = new ArrayDeque<>();
  private long last;
  private long kept;
  private long acknowledged;

  LeaseMessageQueue(AgentSpool memory) {
    this.memory = memory;
  }

  /// As it was kept by the agent that was here before.
  LeaseMessageQueue(AgentSpool memory, SpoolSnapshot.UnsettledLease before) {
    this(memory);
    unacknowledged.addAll(before.unacknowledged());
    last = before.last();
    kept = last;
    acknowledged = last - unacknowledged.size();
  }

  /// The next message, with its number. Not to be sent before [#persist] gives it.
  SequencedMessage add(LongFunction<SequencedMessage> message) {
    SequencedMessage numbered = message.apply(++last);
    unacknowledged.add(numbered);
    return numbered;
  }

  /// The next message, one that follows from what is kept: it need not be kept itself, for whoever
  /// comes after this agent would say the very same.
  void addDerived(LongFunction<SequencedMessage> message) {
    add(message);
    kept = last;
  }

  /// Keeps what is not kept yet, and gives it: it may be sent from now on. Nothing, if there is no
  /// room.
  List<SequencedMessage> persist() {
    List<SequencedMessage> waiting = unacknowledged.stream().filter(it -> it.seq() > kept).toList();
    if (waiting.isEmpty()
        || !memory.append(waiting.stream().map(SpoolRecord.MessageQueued::new).toList())) {
      return List.of();
    }
    kept = last;
    return waiting;
  }

  /// Whether something waits to be kept.
  boolean isPersistPending() {
    return kept < last;
  }

  boolean isFull() {
    return isPersistPending() || unacknowledged.size() >= MOST;
  }

  boolean isEmpty() {
    return unacknowledged.isEmpty();
  }

  /// The number of the last one that may have been sent.
  long last() {
    return kept;
  }

  /// What was said last, unless it is acknowledged.
  Optional<SequencedMessage> latest() {
    return Optional.ofNullable(unacknowledged.peekLast());
  }

  /// Whether the server has everything up to `seq` for good.
  boolean isAcknowledged(long seq) {
    return acknowledged >= seq;
  }

  /// Everything up to `seq` has arrived. A number that was never sent acknowledges nothing.
  void acknowledge(long seq) {
    if (seq > kept || seq <= acknowledged) {
      return;
    }
    acknowledged = seq;
    if (!unacknowledged.isEmpty()) {
      memory.appendIfPossible(
          new SpoolRecord.Acknowledged(unacknowledged.element().leaseId(), seq));
    }
    while (!unacknowledged.isEmpty() && unacknowledged.element().seq() <= acknowledged) {
      unacknowledged.remove();
    }
  }

  /// What is unacknowledged, may be sent, and has a number of these.
  List<SequencedMessage> between(long from, long to) {
    long most = Math.min(to, kept);
    return unacknowledged.stream().filter(it -> it.seq() >= from && it.seq() <= most).toList();
  }

  void clear() {
    unacknowledged.clear();
    kept = last;
  }

  /// An agent that was started again may add that the job is lost.
  SessionSize size() {
    return new SessionSize("LeaseMessageQueue.unacknowledged", unacknowledged.size(), MOST + 1);
  }
}
