package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/// The unacknowledged messages of one lease, in order and numbered without gaps.
///
/// No message is sent before it is in the spool. Otherwise, after a crash, its number would have to
/// be used again for another message, which the server would take for a duplicate.
final class LeaseMessageQueue {

  /// The number of messages that may be unacknowledged; then the job waits.
  static final int MAX_UNACKNOWLEDGED = 256;

  private final AgentSpool spool;
  private final Deque<SequencedMessage> unacknowledged = new ArrayDeque<>();
  private long last;
  private long persisted;
  private long acknowledged;

  LeaseMessageQueue(AgentSpool spool) {
    this.spool = spool;
  }

  /// Takes over the queue of an agent that crashed.
  LeaseMessageQueue(AgentSpool spool, SpoolSnapshot.UnsettledLease before) {
    this(spool);
    unacknowledged.addAll(before.unacknowledged());
    last = before.last();
    persisted = last;
    acknowledged = last - unacknowledged.size();
  }

  /// Adds the next message. It must not be sent before [#persist] returns it.
  SequencedMessage add(LongFunction<SequencedMessage> message) {
    SequencedMessage sequenced = message.apply(++last);
    unacknowledged.add(sequenced);
    return sequenced;
  }

  /// Adds a message that follows from what is in the spool. It need not be written itself, because
  /// a restarted agent would add the same.
  SequencedMessage addDerived(LongFunction<SequencedMessage> message) {
    SequencedMessage derived = add(message);
    persisted = last;
    return derived;
  }

  /// Writes new messages to the spool.
  ///
  /// @return the messages that may be sent from now on; none if the spool has no room
  List<SequencedMessage> persist() {
    if (!isPersistPending()) {
      return List.of();
    }
    List<SequencedMessage> waiting =
        unacknowledged.stream().filter(it -> it.seq() > persisted).toList();
    if (!spool.append(waiting.stream().map(SpoolRecord.MessageQueued::new).toList())) {
      return List.of();
    }
    persisted = last;
    return waiting;
  }

  /// Whether messages wait to be written to the spool.
  boolean isPersistPending() {
    return persisted < last;
  }

  /// Whether there is no room for another message.
  ///
  /// @param reserved the number of messages that will be added before it
  boolean isFull(int reserved) {
    return isPersistPending() || unacknowledged.size() + reserved >= MAX_UNACKNOWLEDGED;
  }

  boolean isEmpty() {
    return unacknowledged.isEmpty();
  }

  /// The number of the last message that may have been sent.
  long last() {
    return persisted;
  }

  /// The last message, unless it is acknowledged.
  Optional<SequencedMessage> latest() {
    return Optional.ofNullable(unacknowledged.peekLast());
  }

  /// Whether the server has acknowledged everything up to `seq`.
  boolean isAcknowledged(long seq) {
    return acknowledged >= seq;
  }

  /// Removes everything up to `seq`. A number that was never sent acknowledges nothing.
  void acknowledge(long seq) {
    if (seq > persisted || seq <= acknowledged) {
      return;
    }
    acknowledged = seq;
    if (!unacknowledged.isEmpty()) {
      spool.appendIfPossible(new SpoolRecord.Acknowledged(unacknowledged.element().leaseId(), seq));
    }
    while (!unacknowledged.isEmpty() && unacknowledged.element().seq() <= acknowledged) {
      unacknowledged.remove();
    }
  }

  /// The unacknowledged messages with these numbers that may be sent.
  List<SequencedMessage> between(long from, long to) {
    long limit = Math.min(to, persisted);
    return unacknowledged.stream().filter(it -> it.seq() >= from && it.seq() <= limit).toList();
  }

  void clear() {
    unacknowledged.clear();
    persisted = last;
  }

  /// That the job is lost may be added by a restarted agent, or after a fence, hence one more.
  SessionSize size() {
    return new SessionSize(
        "LeaseMessageQueue.unacknowledged", unacknowledged.size(), MAX_UNACKNOWLEDGED + 1);
  }
}
