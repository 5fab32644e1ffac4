package dev.pawl.agent.session;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// For how long a lease lasts, as the agent may believe it.
///
/// The server counts from when it *receives* a heartbeat, which cannot be before it was sent. So an
/// agent that counts from when it *sent* the last heartbeat that was answered always stops before
/// the server gives the job to somebody else, however long message and answer were on their way. An
/// answer says which heartbeat it answers: one that comes late or twice renews no more than that.
///
/// Before the first answer the lease counts from its dispatch, which was received when `job.ack`
/// was said.
final class LeaseRenewals {

  /// The most heartbeats that are remembered unanswered. The answer to an older one renews nothing.
  static final int MOST = 1_000;

  private final SequencedMap<Long, Duration> sentAt = new LinkedHashMap<>();
  private long beats;
  private Duration base;
  private Duration ttl;

  LeaseRenewals(Duration dispatched, Duration ttl) {
    this.base = dispatched;
    this.ttl = ttl;
  }

  /// A heartbeat is being sent. Gives its number.
  long sent(Duration now) {
    sentAt.put(++beats, now);
    if (sentAt.size() > MOST) {
      sentAt.pollFirstEntry();
    }
    return beats;
  }

  void answered(long beat, Duration lasts) {
    Duration sent = sentAt.get(beat);
    if (sent == null) {
      return;
    }
    base = sent;
    ttl = lasts;
    while (!sentAt.isEmpty() && sentAt.firstEntry().getKey() <= beat) {
      sentAt.pollFirstEntry(); // an answer to one before would renew nothing
    }
  }

  /// From when it lasts.
  Duration base() {
    return base;
  }

  /// When the lease is over.
  Duration end() {
    return base.plus(ttl);
  }

  SessionSize size() {
    return new SessionSize("LeaseRenewals.sentAt", sentAt.size(), MOST);
  }
}
