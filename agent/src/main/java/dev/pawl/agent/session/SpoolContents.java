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

  private record SizedRecord<F extends SpoolRecord>(F entry, int size) {}

  private static final class OpenLease {
    private final SizedRecord<SpoolRecord.LeaseTaken> taken;
    private final Deque<SizedRecord<SpoolRecord.MessageQueued>> unacknowledged = new ArrayDeque<>();
    private long last;
    private long acknowledged;

    private OpenLease(SizedRecord<SpoolRecord.LeaseTaken> taken) {
      this.taken = taken;
    }
  }

  private final SequencedMap<Attempt, SizedRecord<SpoolRecord.LeaseSeen>> seen =
      new LinkedHashMap<>();
  private final SequencedMap<String, OpenLease> unsettled = new LinkedHashMap<>();
  private long totalBytes;

  /// Adds a record, and drops those that it makes obsolete.
  ///
  /// @param size its size in the spool, in bytes
  public void add(SpoolRecord entry, int size) {
    switch (entry) {
      case SpoolRecord.LeaseSeen it -> addSeen(it, size);
      case SpoolRecord.LeaseTaken taken -> addLease(taken, size);
      case SpoolRecord.MessageQueued message -> addMessage(message, size);
      case SpoolRecord.Acknowledged(var leaseId, var seq) -> acknowledge(leaseId, seq);
      case SpoolRecord.LeaseEnded(var leaseId) -> forget(leaseId);
    }
  }

  private void addSeen(SpoolRecord.LeaseSeen entry, int bytes) {
    var attempt = new Attempt(entry.runId(), entry.jobId(), entry.attempt());
    SizedRecord<SpoolRecord.LeaseSeen> before = seen.get(attempt);
    if (before != null && before.entry().leaseNumber() >= entry.leaseNumber()) {
      return;
    }
    seen.put(attempt, new SizedRecord<>(entry, bytes));
    totalBytes += bytes - (before == null ? 0 : before.size());
    if (seen.size() > DispatchHistory.MAX_ATTEMPTS) {
      totalBytes -= seen.pollFirstEntry().getValue().size();
    }
  }

  private void addLease(SpoolRecord.LeaseTaken taken, int bytes) {
    addSeen(taken.seen(), bytes);
    forget(taken.leaseId());
    unsettled.put(taken.leaseId(), new OpenLease(new SizedRecord<>(taken, bytes)));
    totalBytes += bytes;
  }

  private void addMessage(SpoolRecord.MessageQueued message, int bytes) {
    String leaseId = message.message().leaseId();
    OpenLease lease = unsettled.get(leaseId);
    if (lease == null) {
      return;
    }
    if (message.message().seq() != lease.last + 1) {
      forget(leaseId);
      return;
    }
    lease.last++;
    lease.unacknowledged.add(new SizedRecord<>(message, bytes));
    totalBytes += bytes;
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
      SizedRecord<SpoolRecord.MessageQueued> message = lease.unacknowledged.remove();
      totalBytes -= message.size();
      if (message.entry().isEnd()) {
        forget(leaseId);
      }
    }
  }

  private void forget(String leaseId) {
    OpenLease lease = unsettled.remove(leaseId);
    if (lease != null) {
      totalBytes -= lease.taken.size();
      lease.unacknowledged.forEach(message -> totalBytes -= message.size());
    }
  }

  /// The approximate size of [#records], in bytes.
  public long bytes() {
    return totalBytes;
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
      lease.unacknowledged.forEach(message -> entries.add(message.entry()));
    });
    return entries;
  }

  public SpoolSnapshot snapshot() {
    return new SpoolSnapshot(
        seen.values().stream().map(SizedRecord::entry).toList(),
        unsettled.values().stream().map(SpoolContents::snapshot).toList());
  }

  private static SpoolSnapshot.UnsettledLease snapshot(OpenLease lease) {
    List<SequencedMessage> unacknowledged =
        lease.unacknowledged.stream().map(message -> message.entry().message()).toList();
    return new SpoolSnapshot.UnsettledLease(lease.taken.entry(), lease.last, unacknowledged);
  }
}
