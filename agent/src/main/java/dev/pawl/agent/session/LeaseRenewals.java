package dev.pawl.agent.session;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The expiry of a lease from the agent's point of view.
///
/// The server counts from the time at which it *receives* a heartbeat. The agent counts from the
/// time at which it *sent* the last heartbeat that was answered, which is earlier. So it always
/// stops before the server gives the job to another agent, whatever the network delays. An answer
/// names its heartbeat: a late or duplicate answer renews no more than that one.
///
/// Before the first answer the lease counts from its dispatch.
final class LeaseRenewals {

  /// The number of unanswered heartbeats that are remembered. Answers to older ones renew nothing.
  static final int MAX_UNANSWERED = 1_000;

  private final SequencedMap<Long, Duration> sentAt = new LinkedHashMap<>();
  private long beats;
  private Duration base;
  private Duration ttl;

  LeaseRenewals(Duration dispatched, Duration ttl) {
    this.base = dispatched;
    this.ttl = ttl;
  }

  /// Records that a heartbeat is sent, and returns its number.
  long sent(Duration now) {
    sentAt.put(++beats, now);
    if (sentAt.size() > MAX_UNANSWERED) {
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
      sentAt.pollFirstEntry(); // a late answer to an earlier one would renew nothing
    }
  }

  /// The time from which the lease counts.
  Duration base() {
    return base;
  }

  /// The time at which the lease expires.
  Duration end() {
    return base.plus(ttl);
  }

  SessionSize size() {
    return new SessionSize("LeaseRenewals.sentAt", sentAt.size(), MAX_UNANSWERED);
  }
}
