package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The contents of a spool without the records that later ones have made obsolete, and their size.
///
/// A lease with a missing message is dropped, because the server would wait for that message
/// forever. It still counts as seen, and the server ends it because the agent does not name it at
/// its registration.
public final class SpoolContents {

  private record Attempt(String runId, String jobId, int number) {}

  private record Weighed<F extends SpoolRecord>(F entry, int weight) {}

  private static final class OpenLease {
    private final Weighed<SpoolRecord.LeaseTaken> taken;
    private final Deque<Weighed<SpoolRecord.MessageQueued>> unacknowledged = new ArrayDeque<>();
    private long last;
    private long acknowledged;

    private OpenLease(Weighed<SpoolRecord.LeaseTaken> taken) {
      this.taken = taken;
    }
  }

  private final SequencedMap<Attempt, Weighed<SpoolRecord.LeaseSeen>> seen = new LinkedHashMap<>();
  private final SequencedMap<String, OpenLease> unsettled = new LinkedHashMap<>();
  private long weight;

  /// Adds a record, and drops those that it makes obsolete.
  ///
  /// @param weight its size in the spool, in bytes
  public void add(SpoolRecord entry, int weight) {
    switch (entry) {
      case SpoolRecord.LeaseSeen it -> see(it, weight);
      case SpoolRecord.LeaseTaken taken -> take(taken, weight);
      case SpoolRecord.MessageQueued said -> say(said, weight);
      case SpoolRecord.Acknowledged(var leaseId, var seq) -> acknowledge(leaseId, seq);
      case SpoolRecord.LeaseEnded(var leaseId) -> forget(leaseId);
    }
  }

  private void see(SpoolRecord.LeaseSeen entry, int bytes) {
    var attempt = new Attempt(entry.runId(), entry.jobId(), entry.attempt());
    Weighed<SpoolRecord.LeaseSeen> before = seen.get(attempt);
    if (before != null && before.entry().leaseNumber() >= entry.leaseNumber()) {
      return;
    }
    seen.put(attempt, new Weighed<>(entry, bytes));
    weight += bytes - (before == null ? 0 : before.weight());
    if (seen.size() > DispatchHistory.MAX_ATTEMPTS) {
      weight -= seen.pollFirstEntry().getValue().weight();
    }
  }

  private void take(SpoolRecord.LeaseTaken taken, int bytes) {
    see(taken.seen(), bytes);
    forget(taken.leaseId());
    unsettled.put(taken.leaseId(), new OpenLease(new Weighed<>(taken, bytes)));
    weight += bytes;
  }

  private void say(SpoolRecord.MessageQueued said, int bytes) {
    String leaseId = said.message().leaseId();
    OpenLease lease = unsettled.get(leaseId);
    if (lease == null) {
      return;
    }
    if (said.message().seq() != lease.last + 1) {
      forget(leaseId);
      return;
    }
    lease.last++;
    lease.unacknowledged.add(new Weighed<>(said, bytes));
    weight += bytes;
  }

  private void acknowledge(String leaseId, long seq) {
    OpenLease lease = unsettled.get(leaseId);
    if (lease == null) {
      return;
    }
    lease.acknowledged = Math.max(lease.acknowledged, seq);
    lease.last = Math.max(lease.last, seq);
    while (!lease.unacknowledged.isEmpty()
        && lease.unacknowledged.element().entry().message().seq() <= seq) {
      Weighed<SpoolRecord.MessageQueued> said = lease.unacknowledged.remove();
      weight -= said.weight();
      if (said.entry().isEnd()) {
        forget(leaseId);
      }
    }
  }

  private void forget(String leaseId) {
    OpenLease lease = unsettled.remove(leaseId);
    if (lease != null) {
      weight -= lease.taken.weight();
      lease.unacknowledged.forEach(said -> weight -= said.weight());
    }
  }

  /// The approximate size of [#records], in bytes.
  public long bytes() {
    return weight;
  }

  /// The smallest list of records with the same contents.
  public List<SpoolRecord> records() {
    List<SpoolRecord> entries = new ArrayList<>();
    seen.values().forEach(one -> entries.add(one.entry()));
    unsettled.forEach((leaseId, lease) -> {
      entries.add(lease.taken.entry());
      if (lease.acknowledged > 0) {
        entries.add(new SpoolRecord.Acknowledged(leaseId, lease.acknowledged));
      }
      lease.unacknowledged.forEach(said -> entries.add(said.entry()));
    });
    return entries;
  }

  public SpoolSnapshot snapshot() {
    return new SpoolSnapshot(
        seen.values().stream().map(Weighed::entry).toList(),
        unsettled.values().stream().map(SpoolContents::snapshot).toList());
  }

  private static SpoolSnapshot.UnsettledLease snapshot(OpenLease lease) {
    List<SequencedMessage> unacknowledged =
        lease.unacknowledged.stream().map(said -> said.entry().message()).toList();
    return new SpoolSnapshot.UnsettledLease(lease.taken.entry(), lease.last, unacknowledged);
  }
}
