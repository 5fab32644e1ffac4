package dev.pawl.agent.session;

import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.Step;
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

  /// How long to wait before what could not be kept is tried again.
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Uplink uplink;
  private final Execution execution;
  private final Memory memory;
  private final SequencedMap<String, Lease> leases = new LinkedHashMap<>();
  private final SeenLeases seen;
  private Duration triedAt = Duration.ZERO;
  private boolean isAbandoned;

  Leases(int slots, Uplink uplink, Execution execution, Memory memory) {
    this.slots = slots;
    this.uplink = uplink;
    this.execution = execution;
    this.memory = memory;
    Recollection before = memory.recalled();
    this.seen = new SeenLeases(before.seen());
    before.inHand().forEach(this::recall);
  }

  /// Nothing runs under it, and so nothing is to be fenced: it lasts until it is settled.
  private void recall(Recollection.InHand before) {
    var renewals = new Renewals(Duration.ZERO, Duration.ZERO);
    var spool = new Spool(memory, before);
    var words = Wording.of(before.lease());
    var lease =
        new Lease(
            execution,
            new Voice(uplink, spool, words, renewals, AgentSession.HEARTBEAT),
            new Advance(List.of()));
    lease.recall();
    leases.put(lease.id(), lease);
  }

  /// A dispatch that comes again is no other dispatch; one too many is rejected.
  void take(JobDispatch dispatch, Duration heartbeat, boolean isDraining, Duration now) {
    var taken = Fact.Taken.of(dispatch);
    // One that finds no room at all is not answered either: the server's own deadline ends it.
    boolean hasRoom = leases.size() < slots + MOST_UNACKNOWLEDGED;
    if (isAbandoned || !hasRoom || !seen.isNew(taken.seen())) {
      return;
    }
    seen.add(taken.seen());
    endOlder(taken);
    Optional<String> refusal = refusal(isDraining);
    if (!memory.keep(List.of(taken))) {
      return; // the same: one that comes again later is not taken for as new as it looks
    }
    Lease lease = lease(dispatch, heartbeat, now);
    leases.put(lease.id(), lease);
    refusal.ifPresentOrElse(lease::reject, () -> lease.take(dispatch));
    lease.voice().began();
  }

  /// Why a job is not taken, if it is not. While a job cannot say what it does there is no use in
  /// another.
  private Optional<String> refusal(boolean isDraining) {
    long busy = leases.values().stream().filter(Lease::occupiesASlot).count();
    if (isDraining) {
      return Optional.of("draining");
    }
    if (busy >= slots) {
      return Optional.of("busy");
    }
    return isHeldUp() || !memory.hasRoom() ? Optional.of("unfit") : Optional.empty();
  }

  private Lease lease(JobDispatch dispatch, Duration heartbeat, Duration now) {
    Duration own = Duration.ofSeconds(Math.max(1, dispatch.heartbeatSeconds()));
    Duration interval = own.compareTo(heartbeat) < 0 ? own : heartbeat;
    var renewals = new Renewals(now, Duration.ofSeconds(dispatch.leaseTtlSeconds()));
    var words = Wording.of(Fact.Taken.of(dispatch));
    return new Lease(
        execution,
        new Voice(uplink, new Spool(memory), words, renewals, interval),
        new Advance(dispatch.job().steps().stream().map(Step::name).toList()));
  }

  /// An attempt has one live lease at most: a newer one says that those before are over.
  private void endOlder(Fact.Taken newer) {
    forEach(lease -> {
      Wording older = lease.voice().words();
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
        forget(leaseId);
      }
    }
  }

  /// An agent that gives up has nothing settled by that: the next one is to say what became of it.
  private void forget(String leaseId) {
    leases.remove(leaseId);
    if (!isAbandoned) {
      memory.note(new Fact.Over(leaseId));
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

  /// Says what could not be kept before, if it can be now.
  void keepAgain(Duration now) {
    if (isHeldUp() && now.compareTo(triedAt.plus(PATIENCE)) >= 0) {
      triedAt = now;
      leases.values().forEach(lease -> lease.voice().sayWhatIsKept());
    }
  }

  /// Whether something waits to be kept.
  boolean isHeldUp() {
    return leases.values().stream().anyMatch(lease -> lease.voice().spool().isHeldUp());
  }

  Optional<Duration> nextTry() {
    return isHeldUp() ? Optional.of(triedAt.plus(PATIENCE)) : Optional.empty();
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
        .forEach(lease -> lease.beat(now));
  }

  void resume(Duration now) {
    leases.values().stream().filter(Leases::isSpokenOf).forEach(lease -> lease.resume(now));
  }

  void cutOff() {
    leases.values().forEach(Lease::cutOff);
  }

  void beatEvery(Duration interval) {
    leases.values().forEach(lease -> lease.voice().beatEvery(interval));
  }

  void giveUp(String reason) {
    forEach(lease -> lease.giveUp(reason));
  }

  void abandon() {
    isAbandoned = true;
    forEach(lease -> lease.kill(Stop.ABANDONED));
  }

  /// Those that the server may still take for alive.
  List<String> inFlight() {
    return leases.values().stream()
        .filter(lease -> lease.stage() instanceof Stage.Held)
        .map(Lease::id)
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
    leases.values().forEach(lease -> sizes.addAll(lease.sizes()));
    return sizes;
  }
}
