package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.SequencedMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// What is still of use of all the facts that were ever kept, and how much that is.
///
/// A lease of which a fact is missing is not of use: the server would wait for the number that
/// nobody has. It counts as seen, and the server takes it back when it is not named to be in hand.
public final class SpoolContents {

  private record Attempt(String runId, String jobId, int number) {}

  private record Weighed<F extends SpoolRecord>(F fact, int weight) {}

  private static final class InHand {
    private final Weighed<SpoolRecord.LeaseTaken> taken;
    private final Deque<Weighed<SpoolRecord.MessageQueued>> unacknowledged = new ArrayDeque<>();
    private long last;
    private long acknowledged;

    private InHand(Weighed<SpoolRecord.LeaseTaken> taken) {
      this.taken = taken;
    }
  }

  private final SequencedMap<Attempt, Weighed<SpoolRecord.LeaseSeen>> seen = new LinkedHashMap<>();
  private final SequencedMap<String, InHand> inHand = new LinkedHashMap<>();
  private long weight;

  /// Takes it in, and drops what is of no use any more by it.
  ///
  /// @param weight what it takes to keep it, in bytes
  public void add(SpoolRecord fact, int weight) {
    switch (fact) {
      case SpoolRecord.LeaseSeen it -> see(it, weight);
      case SpoolRecord.LeaseTaken taken -> take(taken, weight);
      case SpoolRecord.MessageQueued said -> say(said, weight);
      case SpoolRecord.Acknowledged(var leaseId, var seq) -> acknowledge(leaseId, seq);
      case SpoolRecord.LeaseEnded(var leaseId) -> forget(leaseId);
    }
  }

  private void see(SpoolRecord.LeaseSeen fact, int bytes) {
    var attempt = new Attempt(fact.runId(), fact.jobId(), fact.attempt());
    Weighed<SpoolRecord.LeaseSeen> before = seen.get(attempt);
    if (before != null && before.fact().leaseNumber() >= fact.leaseNumber()) {
      return;
    }
    seen.put(attempt, new Weighed<>(fact, bytes));
    weight += bytes - (before == null ? 0 : before.weight());
    if (seen.size() > DispatchHistory.MOST) {
      weight -= seen.pollFirstEntry().getValue().weight();
    }
  }

  private void take(SpoolRecord.LeaseTaken taken, int bytes) {
    see(taken.seen(), bytes);
    forget(taken.leaseId());
    inHand.put(taken.leaseId(), new InHand(new Weighed<>(taken, bytes)));
    weight += bytes;
  }

  private void say(SpoolRecord.MessageQueued said, int bytes) {
    String leaseId = said.message().leaseId();
    InHand lease = inHand.get(leaseId);
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
    InHand lease = inHand.get(leaseId);
    if (lease == null) {
      return;
    }
    lease.acknowledged = Math.max(lease.acknowledged, seq);
    lease.last = Math.max(lease.last, seq);
    while (!lease.unacknowledged.isEmpty()
        && lease.unacknowledged.element().fact().message().seq() <= seq) {
      Weighed<SpoolRecord.MessageQueued> said = lease.unacknowledged.remove();
      weight -= said.weight();
      if (said.fact().isEnd()) {
        forget(leaseId);
      }
    }
  }

  private void forget(String leaseId) {
    InHand lease = inHand.remove(leaseId);
    if (lease != null) {
      weight -= lease.taken.weight();
      lease.unacknowledged.forEach(said -> weight -= said.weight());
    }
  }

  /// About what [#records] weigh.
  public long bytes() {
    return weight;
  }

  /// The fewest facts that say the same.
  public List<SpoolRecord> records() {
    List<SpoolRecord> facts = new ArrayList<>();
    seen.values().forEach(one -> facts.add(one.fact()));
    inHand.forEach((leaseId, lease) -> {
      facts.add(lease.taken.fact());
      if (lease.acknowledged > 0) {
        facts.add(new SpoolRecord.Acknowledged(leaseId, lease.acknowledged));
      }
      lease.unacknowledged.forEach(said -> facts.add(said.fact()));
    });
    return facts;
  }

  public SpoolSnapshot snapshot() {
    return new SpoolSnapshot(
        seen.values().stream().map(Weighed::fact).toList(),
        inHand.values().stream().map(SpoolContents::snapshot).toList());
  }

  private static SpoolSnapshot.UnsettledLease snapshot(InHand lease) {
    List<SequencedMessage> unacknowledged =
        lease.unacknowledged.stream().map(said -> said.fact().message()).toList();
    return new SpoolSnapshot.UnsettledLease(lease.taken.fact(), lease.last, unacknowledged);
  }
}
