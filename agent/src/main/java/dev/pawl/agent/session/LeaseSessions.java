package dev.pawl.agent.session;

import dev.pawl.core.plan.PlannedStep;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// The leases that an agent has anything to do with, oldest first.
final class LeaseSessions {

  /// The most leases, beyond the slots, that are kept only because their end is unacknowledged.
  static final int MOST_UNACKNOWLEDGED = 1_000;

  private final int slots;

  /// How long to wait before what could not be kept is tried again.
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ServerRegistration uplink;
  private final Execution execution;
  private final AgentSpool memory;
  private final SequencedMap<String, LeaseSession> leases = new LinkedHashMap<>();
  private final DispatchHistory seen;
  private Duration triedAt = Duration.ZERO;
  private boolean isAbandoned;

  LeaseSessions(int slots, ServerRegistration uplink, Execution execution, AgentSpool memory) {
    this.slots = slots;
    this.uplink = uplink;
    this.execution = execution;
    this.memory = memory;
    SpoolSnapshot before = memory.restored();
    this.seen = new DispatchHistory(before.seen());
    before.inHand().forEach(this::recall);
  }

  /// Nothing runs under it, and so nothing is to be fenced: it lasts until it is settled.
  private void recall(SpoolSnapshot.UnsettledLease before) {
    var renewals = new LeaseRenewals(Duration.ZERO, Duration.ZERO);
    var spool = new LeaseMessageQueue(memory, before);
    var words = LeaseMessages.of(before.lease());
    var lease =
        new LeaseSession(
            execution,
            new LeaseOutbox(uplink, spool, words, renewals, AgentSession.HEARTBEAT),
            new JobProgress(List.of()));
    lease.restore();
    leases.put(lease.id(), lease);
  }

  /// A dispatch that comes again is no other dispatch; one too many is rejected.
  void accept(JobDispatch dispatch, Duration heartbeat, boolean isDraining, Duration now) {
    var taken = SpoolRecord.LeaseTaken.of(dispatch);
    // One that finds no room at all is not answered either: the server's own deadline ends it.
    boolean hasRoom = leases.size() < slots + MOST_UNACKNOWLEDGED;
    if (isAbandoned || !hasRoom || !seen.isNew(taken.seen())) {
      return;
    }
    seen.add(taken.seen());
    endOlder(taken);
    Optional<String> refusal = refusal(isDraining);
    if (!memory.append(List.of(taken))) {
      return; // the same: one that comes again later is not taken for as new as it looks
    }
    LeaseSession lease = lease(dispatch, heartbeat, now);
    leases.put(lease.id(), lease);
    refusal.ifPresentOrElse(lease::reject, () -> lease.accept(dispatch));
    lease.outbox().dispatchAnswered();
  }

  /// Why a job is not taken, if it is not. While a job cannot say what it does there is no use in
  /// another.
  private Optional<String> refusal(boolean isDraining) {
    long busy = leases.values().stream().filter(LeaseSession::occupiesASlot).count();
    if (isDraining) {
      return Optional.of("draining");
    }
    if (busy >= slots) {
      return Optional.of("busy");
    }
    return isAppendPending() || !memory.hasRoom() ? Optional.of("unfit") : Optional.empty();
  }

  private LeaseSession lease(JobDispatch dispatch, Duration heartbeat, Duration now) {
    Duration own = Duration.ofSeconds(Math.max(1, dispatch.heartbeatSeconds()));
    Duration interval = own.compareTo(heartbeat) < 0 ? own : heartbeat;
    var renewals = new LeaseRenewals(now, Duration.ofSeconds(dispatch.leaseTtlSeconds()));
    var words = LeaseMessages.of(SpoolRecord.LeaseTaken.of(dispatch));
    return new LeaseSession(
        execution,
        new LeaseOutbox(uplink, new LeaseMessageQueue(memory), words, renewals, interval),
        new JobProgress(dispatch.job().steps().stream().map(PlannedStep::name).toList()));
  }

  /// An attempt has one live lease at most: a newer one says that those before are over.
  private void endOlder(SpoolRecord.LeaseTaken newer) {
    forEach(lease -> {
      LeaseMessages older = lease.outbox().messages();
      if (older.runId().equals(newer.runId())
          && older.jobId().equals(newer.jobId())
          && older.attempt() == newer.attempt()) {
        lease.kill(KillReason.STALE);
      }
    });
  }

  /// Does it to the lease, if it is there, and forgets the lease if nothing of it is left then.
  void apply(String leaseId, Consumer<LeaseSession> act) {
    LeaseSession lease = leases.get(leaseId);
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
      memory.appendIfPossible(new SpoolRecord.LeaseEnded(leaseId));
    }
  }

  private void forEach(Consumer<LeaseSession> act) {
    List.copyOf(leases.keySet()).forEach(id -> apply(id, act));
  }

  /// Ends what no heartbeat has renewed in time.
  void fenceExpired(Duration now) {
    forEach(lease -> {
      if (isOpen(lease) && now.compareTo(lease.outbox().renewals().end()) >= 0) {
        lease.kill(KillReason.FENCED);
      }
    });
  }

  /// Says what could not be kept before, if it can be now.
  void retryAppends(Duration now) {
    if (isAppendPending() && now.compareTo(triedAt.plus(PATIENCE)) >= 0) {
      triedAt = now;
      leases.values().forEach(lease -> lease.outbox().sendPersisted());
    }
  }

  /// Whether something waits to be kept.
  boolean isAppendPending() {
    return leases.values().stream().anyMatch(lease -> lease.outbox().queue().isPersistPending());
  }

  Optional<Duration> nextAppendRetry() {
    return isAppendPending() ? Optional.of(triedAt.plus(PATIENCE)) : Optional.empty();
  }

  private static boolean isOpen(LeaseSession lease) {
    return lease.stage() instanceof Stage.Open;
  }

  private static boolean isSpokenOf(LeaseSession lease) {
    return lease.stage() instanceof Stage.Held || lease.stage() instanceof Stage.Rejected;
  }

  void sendHeartbeats(Duration now) {
    leases.values().stream()
        .filter(lease -> isSpokenOf(lease) && now.compareTo(lease.outbox().nextHeartbeat()) >= 0)
        .forEach(lease -> lease.beat(now));
  }

  void resume(Duration now) {
    leases.values().stream().filter(LeaseSessions::isSpokenOf).forEach(lease -> lease.resume(now));
  }

  void disconnected() {
    leases.values().forEach(LeaseSession::disconnected);
  }

  void heartbeatEvery(Duration interval) {
    leases.values().forEach(lease -> lease.outbox().heartbeatEvery(interval));
  }

  void stopForShutdown(String reason) {
    forEach(lease -> lease.stopForShutdown(reason));
  }

  void killAll() {
    isAbandoned = true;
    forEach(lease -> lease.kill(KillReason.ABANDONED));
  }

  /// Those that the server may still take for alive.
  List<String> inFlight() {
    return leases.values().stream()
        .filter(lease -> lease.stage() instanceof Stage.Held)
        .map(LeaseSession::id)
        .toList();
  }

  Optional<Duration> nextFence() {
    return leases.values().stream()
        .filter(LeaseSessions::isOpen)
        .map(lease -> lease.outbox().renewals().end())
        .min(Comparator.naturalOrder());
  }

  Optional<Duration> nextHeartbeat() {
    return leases.values().stream()
        .filter(LeaseSessions::isSpokenOf)
        .map(lease -> lease.outbox().nextHeartbeat())
        .min(Comparator.naturalOrder());
  }

  boolean isFull(String leaseId) {
    LeaseSession lease = leases.get(leaseId);
    return lease != null && lease.outbox().isFull();
  }

  boolean isEmpty() {
    return leases.isEmpty();
  }

  List<SessionSize> sizes() {
    List<SessionSize> sizes = new ArrayList<>();
    sizes.add(
        new SessionSize("LeaseSessions.leases", leases.size(), (long) slots + MOST_UNACKNOWLEDGED));
    sizes.add(seen.size());
    leases.values().forEach(lease -> sizes.addAll(lease.sizes()));
    return sizes;
  }
}
