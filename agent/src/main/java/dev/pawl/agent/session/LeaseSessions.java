package dev.pawl.agent.session;

import dev.pawl.core.plan.PlannedStep;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The leases of an agent, oldest first: those that it executes, and those with unacknowledged
/// ends.
final class LeaseSessions {

  /// The number of leases, beyond the slots, that may wait for the acknowledgement of their end.
  static final int MAX_UNACKNOWLEDGED = 1_000;

  /// The delay before messages that could not be written to the spool are tried again.
  static final Duration APPEND_RETRY = Duration.ofSeconds(2);

  private final int slots;
  private final ServerRegistration server;
  private final Execution execution;
  private final AgentSpool spool;
  private final SequencedMap<String, LeaseSession> leases = new LinkedHashMap<>();
  private final DispatchHistory history;
  private Duration lastAppendRetry = Duration.ZERO;
  private boolean isKilled;

  LeaseSessions(int slots, ServerRegistration server, Execution execution, AgentSpool spool) {
    this.slots = slots;
    this.server = server;
    this.execution = execution;
    this.spool = spool;
    SpoolSnapshot before = spool.restored();
    this.history = new DispatchHistory(before.seen());
    before.unsettled().forEach(this::restore);
  }

  /// Takes over a lease of an agent that crashed. No process runs under it, so it is never fenced.
  private void restore(SpoolSnapshot.UnsettledLease before) {
    var renewals = new LeaseRenewals(Duration.ZERO, Duration.ZERO);
    var queue = new LeaseMessageQueue(spool, before);
    var messages = LeaseMessages.of(before.lease());
    var lease =
        new LeaseSession(
            execution,
            new LeaseOutbox(server, queue, messages, renewals, AgentSession.HEARTBEAT),
            new JobProgress(List.of()));
    lease.restore();
    leases.put(lease.id(), lease);
  }

  /// Accepts or rejects a dispatch. A duplicate is ignored.
  void accept(JobDispatch dispatch, Duration heartbeat, boolean isDraining, Duration now) {
    var taken = SpoolRecord.LeaseTaken.of(dispatch);
    // Without room for an answer there is none: the deadline of the server ends the lease.
    boolean hasRoom = leases.size() < slots + MAX_UNACKNOWLEDGED;
    if (isKilled || !hasRoom || !history.isNew(taken.seen())) {
      return;
    }
    history.add(taken.seen());
    killOlder(taken);
    Optional<String> rejection = rejection(isDraining);
    if (!spool.append(List.of(taken))) {
      return; // no answer either; a duplicate of this dispatch is recognised later
    }
    LeaseSession lease = lease(dispatch, heartbeat, now);
    leases.put(lease.id(), lease);
    rejection.ifPresentOrElse(lease::reject, () -> lease.accept(dispatch, now));
    lease.outbox().repeatAllAtNextHeartbeat();
  }

  /// The reason to reject a job, if there is one. While the messages of a job cannot be written to
  /// the spool, no other job is accepted.
  private Optional<String> rejection(boolean isDraining) {
    long busy = leases.values().stream().filter(LeaseSession::occupiesSlot).count();
    if (isDraining) {
      return Optional.of("draining");
    }
    if (busy >= slots) {
      return Optional.of("busy");
    }
    return isAppendPending() || !spool.hasRoom() ? Optional.of("unfit") : Optional.empty();
  }

  private LeaseSession lease(JobDispatch dispatch, Duration heartbeat, Duration now) {
    Duration own = Duration.ofSeconds(Math.max(1, dispatch.heartbeatSeconds()));
    Duration interval = own.compareTo(heartbeat) < 0 ? own : heartbeat;
    var renewals = new LeaseRenewals(now, Duration.ofSeconds(dispatch.leaseTtlSeconds()));
    var messages = LeaseMessages.of(SpoolRecord.LeaseTaken.of(dispatch));
    return new LeaseSession(
        execution,
        new LeaseOutbox(server, new LeaseMessageQueue(spool), messages, renewals, interval),
        new JobProgress(dispatch.job().steps().stream().map(PlannedStep::name).toList()));
  }

  /// Kills older leases of the same attempt: it has one live lease at most.
  private void killOlder(SpoolRecord.LeaseTaken newer) {
    forEach(lease -> {
      LeaseMessages older = lease.outbox().messages();
      if (older.runId().equals(newer.runId())
          && older.jobId().equals(newer.jobId())
          && older.attempt() == newer.attempt()) {
        lease.kill(KillReason.STALE);
      }
    });
  }

  /// Applies an action to a lease, if it exists, and forgets the lease if nothing of it is left.
  void apply(String leaseId, Consumer<LeaseSession> action) {
    LeaseSession lease = leases.get(leaseId);
    if (lease != null) {
      action.accept(lease);
      if (lease.isOver()) {
        forget(leaseId);
      }
    }
  }

  /// Leases of an agent that was killed stay in the spool: its successor reports them as lost.
  private void forget(String leaseId) {
    leases.remove(leaseId);
    if (!isKilled) {
      spool.appendIfPossible(new SpoolRecord.LeaseEnded(leaseId));
    }
  }

  private void forEach(Consumer<LeaseSession> action) {
    List.copyOf(leases.keySet()).forEach(id -> apply(id, action));
  }

  /// Kills the leases that no heartbeat has renewed in time.
  void fenceExpired(Duration now) {
    if (nextFence().filter(end -> now.compareTo(end) >= 0).isEmpty()) {
      return; // as at almost every call
    }
    forEach(lease -> {
      if (lease.isOpen() && now.compareTo(lease.outbox().renewals().end()) >= 0) {
        lease.fence();
      }
    });
  }

  /// Tells the execution how long its leases last, if that has changed.
  void publishEnds(Duration now) {
    leases.values().forEach(lease -> lease.publishEnd(now));
  }

  /// Sends messages that could not be written to the spool before, if they can be now.
  void retryAppends(Duration now) {
    if (isAppendPending() && now.compareTo(lastAppendRetry.plus(APPEND_RETRY)) >= 0) {
      lastAppendRetry = now;
      leases.values().forEach(lease -> lease.outbox().sendPersisted());
    }
  }

  /// Whether messages wait to be written to the spool.
  boolean isAppendPending() {
    for (LeaseSession lease : leases.values()) {
      if (lease.outbox().queue().isPersistPending()) {
        return true;
      }
    }
    return false;
  }

  Optional<Duration> nextAppendRetry() {
    return isAppendPending() ? Optional.of(lastAppendRetry.plus(APPEND_RETRY)) : Optional.empty();
  }

  /// Sends the messages that have waited long enough for another.
  void sendDelayed(Duration now) {
    for (LeaseSession lease : leases.values()) {
      if (lease.outbox().nextDelayed().filter(at -> now.compareTo(at) >= 0).isPresent()) {
        lease.outbox().sendDelayed();
      }
    }
  }

  Optional<Duration> nextDelayed() {
    @Nullable Duration next = null;
    for (LeaseSession lease : leases.values()) {
      Optional<Duration> its = lease.outbox().nextDelayed();
      next = its.isPresent() ? earlier(next, its.get()) : next;
    }
    return Optional.ofNullable(next);
  }

  void sendHeartbeats(Duration now) {
    for (LeaseSession lease : leases.values()) {
      if (lease.hasMessages() && now.compareTo(lease.outbox().nextHeartbeat()) >= 0) {
        lease.sendHeartbeat(now);
      }
    }
  }

  void resume(Duration now) {
    leases.values().stream().filter(LeaseSession::hasMessages).forEach(lease -> lease.resume(now));
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
    isKilled = true;
    forEach(lease -> lease.kill(KillReason.ABANDONED));
  }

  /// The leases that the server may still consider alive.
  List<String> inFlight() {
    return leases.values().stream().filter(LeaseSession::isHeld).map(LeaseSession::id).toList();
  }

  Optional<Duration> nextFence() {
    @Nullable Duration next = null;
    for (LeaseSession lease : leases.values()) {
      if (lease.isOpen()) {
        next = earlier(next, lease.outbox().renewals().end());
      }
    }
    return Optional.ofNullable(next);
  }

  Optional<Duration> nextHeartbeat() {
    @Nullable Duration next = null;
    for (LeaseSession lease : leases.values()) {
      if (lease.hasMessages()) {
        next = earlier(next, lease.outbox().nextHeartbeat());
      }
    }
    return Optional.ofNullable(next);
  }

  private static Duration earlier(@Nullable Duration one, Duration other) {
    return one == null || other.compareTo(one) < 0 ? other : one;
  }

  boolean isFull(String leaseId) {
    LeaseSession lease = leases.get(leaseId);
    return lease != null && lease.isFull();
  }

  boolean isEmpty() {
    return leases.isEmpty();
  }

  List<SessionSize> sizes() {
    List<SessionSize> sizes = new ArrayList<>();
    sizes.add(
        new SessionSize("LeaseSessions.leases", leases.size(), (long) slots + MAX_UNACKNOWLEDGED));
    sizes.add(history.size());
    leases.values().forEach(lease -> sizes.addAll(lease.sizes()));
    return sizes;
  }
}
