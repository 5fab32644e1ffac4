package dev.pawl.agent.session;

import dev.pawl.protocol.FromServer.JobDispatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// The leases that an agent has anything to do with, oldest first.
final class Leases {

  /// The most leases, beyond the slots, that are kept only because their end is unacknowledged.
  static final int MOST_UNACKNOWLEDGED = 1_000;

  private final int slots;
  private final Uplink uplink;
  private final Execution execution;
  private final SequencedMap<String, Lease> leases = new LinkedHashMap<>();
  private final SeenLeases seen = new SeenLeases();
  private boolean isAbandoned;

  Leases(int slots, Uplink uplink, Execution execution) {
    this.slots = slots;
    this.uplink = uplink;
    this.execution = execution;
  }

  /// A dispatch that comes again is no other dispatch; one too many is rejected.
  void take(JobDispatch dispatch, Duration heartbeat, boolean isDraining, Duration now) {
    // One that finds no room at all is not answered either: the server's own deadline ends it.
    boolean hasRoom = leases.size() < slots + MOST_UNACKNOWLEDGED;
    if (isAbandoned || !hasRoom || !seen.isNew(dispatch)) {
      return;
    }
    endOlder(dispatch);
    long busy = leases.values().stream().filter(Lease::occupiesASlot).count();
    Lease lease = lease(dispatch, heartbeat, now);
    leases.put(dispatch.leaseId(), lease);
    if (isDraining) {
      lease.reject("draining");
    } else if (busy >= slots) {
      lease.reject("busy");
    } else {
      lease.take();
    }
    lease.voice().began();
  }

  private Lease lease(JobDispatch dispatch, Duration heartbeat, Duration now) {
    Duration own = Duration.ofSeconds(Math.max(1, dispatch.heartbeatSeconds()));
    Duration interval = own.compareTo(heartbeat) < 0 ? own : heartbeat;
    var renewals = new Renewals(now, Duration.ofSeconds(dispatch.leaseTtlSeconds()));
    var voice = new Voice(uplink, Wording.of(dispatch), renewals, interval, now);
    return new Lease(dispatch, execution, voice);
  }

  /// An attempt has one live lease at most: a newer one says that those before are over.
  private void endOlder(JobDispatch newer) {
    forEach(lease -> {
      JobDispatch older = lease.dispatch();
      if (older.runId().equals(newer.runId())
          && older.jobId().equals(newer.jobId())
          && older.attempt() == newer.attempt()) {
        lease.kill(Stop.STALE);
      }
    });
  }

  /// Does it to the lease, if it is there, and forgets the lease if nothing of it is left then.
  void with(String leaseId, Consumer<Lease> act) {
    Lease lease = leases.get(leaseId);
    if (lease != null) {
      act.accept(lease);
      if (lease.stage() instanceof Stage.Over) {
        leases.remove(leaseId);
      }
    }
  }

  private void forEach(Consumer<Lease> act) {
    List.copyOf(leases.keySet()).forEach(id -> with(id, act));
  }

  /// Ends what no heartbeat has renewed in time.
  void fence(Duration now) {
    forEach(lease -> {
      if (isOpen(lease) && now.compareTo(lease.voice().renewals().end()) >= 0) {
        lease.kill(Stop.FENCED);
      }
    });
  }

  private static boolean isOpen(Lease lease) {
    return lease.stage() instanceof Stage.Open;
  }

  private static boolean isSpokenOf(Lease lease) {
    return lease.stage() instanceof Stage.Held || lease.stage() instanceof Stage.Rejected;
  }

  void beat(Duration now) {
    leases.values().stream()
        .filter(lease -> isSpokenOf(lease) && now.compareTo(lease.voice().nextBeat()) >= 0)
        .forEach(lease -> lease.voice().beat(now, lease.stage()));
  }

  void resume(Duration now) {
    leases.values().stream().filter(Leases::isSpokenOf).forEach(lease -> lease.resume(now));
  }

  void beatEvery(Duration interval) {
    leases.values().forEach(lease -> lease.voice().beatEvery(interval));
  }

  void abandon() {
    isAbandoned = true;
    forEach(lease -> lease.kill(Stop.ABANDONED));
  }

  /// Those that the server may still take for alive.
  List<String> inFlight() {
    return leases.values().stream()
        .filter(lease -> lease.stage() instanceof Stage.Held)
        .map(lease -> lease.dispatch().leaseId())
        .toList();
  }

  Optional<Duration> nextFence() {
    return leases.values().stream()
        .filter(Leases::isOpen)
        .map(lease -> lease.voice().renewals().end())
        .min(Comparator.naturalOrder());
  }

  Optional<Duration> nextBeat() {
    return leases.values().stream()
        .filter(Leases::isSpokenOf)
        .map(lease -> lease.voice().nextBeat())
        .min(Comparator.naturalOrder());
  }

  boolean isFull(String leaseId) {
    Lease lease = leases.get(leaseId);
    return lease != null && lease.voice().isFull();
  }

  boolean isEmpty() {
    return leases.isEmpty();
  }

  List<Bounded> sizes() {
    List<Bounded> sizes = new ArrayList<>();
    sizes.add(new Bounded("Leases.leases", leases.size(), (long) slots + MOST_UNACKNOWLEDGED));
    sizes.add(seen.size());
    leases.values().forEach(lease -> sizes.addAll(lease.voice().sizes()));
    return sizes;
  }
}
