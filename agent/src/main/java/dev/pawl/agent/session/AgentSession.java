package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.AgentDraining;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobCommitAck;
import dev.pawl.protocol.ServerMessage.JobCompleteAck;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.protocol.ServerMessage.Resend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The session of an agent with its server: decides what each message, report and passing of time
/// means for the agent's leases.
///
/// Deterministic. Its one owner calls it from one thread and passes the time, as the duration since
/// an arbitrary moment by a monotonic clock. It reads no clock, starts no thread and never blocks.
/// It acts through its [Execution] and its [ServerLink], and [#nextWake] says when it has to be
/// called again.
///
/// Every call first does what is due by then: an answer that arrives after the expiry of a lease
/// does not revive it, even if [#tick] was not called in between.
public final class AgentSession {

  /// The interval of heartbeats until the server sets it.
  static final Duration HEARTBEAT = Duration.ofSeconds(20);

  private AgentRegister identity;
  private final ServerRegistration server;
  private final LeaseSessions leases;
  private Duration heartbeat = HEARTBEAT;
  private Duration latest = Duration.ZERO;
  private boolean isDraining;

  /// A session without a spool, for an agent that lives in the same process as its server.
  public AgentSession(AgentRegister identity, Execution execution) {
    this(identity, execution, AgentSpool.NONE);
  }

  /// Continues where the agent that used the spool before has ended.
  ///
  /// @param spool no process may be left of the jobs in it
  public AgentSession(AgentRegister identity, Execution execution, AgentSpool spool) {
    this.identity = identity;
    this.server = new ServerRegistration(identity.agentId());
    this.leases = new LeaseSessions(identity.slots(), server, execution, spool);
  }

  /// Whether a connection has to be made now. True once for each try; the owner then calls
  /// [#connected] or [#disconnected].
  public boolean shouldConnect(Duration now) {
    return server.shouldConnect(now);
  }

  /// There is a connection: registers the agent, with its leases.
  public void connected(ServerLink link, Duration now) {
    advanceTo(now);
    server.register(link, register(), now);
  }

  /// The connection was lost, or could not be made. Jobs continue until their leases expire.
  public void disconnected(Duration now) {
    advanceTo(now);
    server.disconnected(now);
    leases.disconnected();
  }

  private AgentRegister register() {
    return identity.withInFlight(leases.inFlight());
  }

  public void receive(ServerMessage message, Duration now) {
    forced(message).ifPresent(id -> leases.apply(id, lease -> lease.kill(KillReason.FORCED)));
    advanceTo(now);
    apply(message, now);
    leases.publishEnds(now);
  }

  private void apply(ServerMessage message, Duration now) {
    switch (message) {
      case RegisterAck ack -> registered(ack, now);
      case JobDispatch dispatch -> leases.accept(dispatch, heartbeat, isDraining, now);
      case Ack(var id, var seq) -> leases.apply(id, lease -> lease.acknowledged(seq));
      case Resend(var id, var from) -> leases.apply(id, lease -> lease.outbox().resend(from));
      case JobCommitAck(var id, var commit) ->
          leases.apply(id, lease -> lease.commitDecided(commit));
      case JobConcurrencyAck(var id, var action, _) ->
          leases.apply(id, lease -> lease.groupDecided(action.equals("proceed")));
      case JobHeartbeatAck ack -> leases.apply(ack.leaseId(), lease -> lease.renewed(ack));
      case BreakerAnswer answer ->
          leases.apply(answer.leaseId(), lease -> lease.toolAnswered(answer));
      case LogAck(var id, var step, var offset, var isCut) ->
          leases.apply(id, lease -> lease.logAcknowledged(step, offset, isCut));
      case JobCancel(var id, var force, _, _) when force ->
          leases.apply(id, lease -> lease.kill(KillReason.FORCED));
      case JobCancel(var id, _, var reason, var seconds) ->
          leases.apply(id, lease -> lease.cancel(reason, Duration.ofSeconds(seconds)));
      case JobCompleteAck(var id, _) -> leases.apply(id, LeaseSession::completionAcknowledged);
      case LeaseStale(var id, _, var hooks) ->
          leases.apply(
              id, lease -> lease.kill(hooks.equals("run") ? KillReason.STALE : KillReason.FORCED));
    }
  }

  /// The lease that this message ends by force. That is handled before what is due: an agent that
  /// was suspended, and finds its lease expired and cancelled by force, must not run cleanup hooks.
  private static Optional<String> forced(ServerMessage message) {
    return switch (message) {
      case JobCancel(var id, var force, _, _) when force -> Optional.of(id);
      case JobHeartbeatAck ack when ack.force() -> Optional.of(ack.leaseId());
      case LeaseStale(var id, _, var hooks) when !hooks.equals("run") -> Optional.of(id);
      case ServerMessage _ -> Optional.empty();
    };
  }

  /// The server has acknowledged the registration: repeats what is unacknowledged or unanswered.
  private void registered(RegisterAck ack, Duration now) {
    heartbeat = Duration.ofSeconds(Math.max(1, ack.heartbeatSeconds()));
    leases.heartbeatEvery(heartbeat);
    if (server.registered()) {
      Instance instance = identity.instance();
      identity = identity.withInstance(instance == null ? null : instance.registered());
      if (isDraining) {
        server.send(new AgentDraining(identity.agentId()));
      }
      leases.resume(now);
    }
  }

  /// Handles a report of the execution.
  ///
  /// @throws IllegalStateException if the lease [#isFull]
  public void report(String leaseId, JobReport report, Duration now) {
    advanceTo(now);
    if (isFull(leaseId)) {
      throw new IllegalStateException("too many unacknowledged messages of lease " + leaseId);
    }
    leases.apply(leaseId, lease -> lease.report(report, now));
  }

  /// Whether so much of the lease is unacknowledged that its execution must wait before it reports.
  public boolean isFull(String leaseId) {
    return leases.isFull(leaseId);
  }

  /// Does what is due: fences leases, sends heartbeats, repeats messages.
  public void tick(Duration now) {
    advanceTo(now);
    server.overdueRegistration(now).ifPresent(link -> server.register(link, register(), now));
    if (server.isRegistered()) {
      leases.sendHeartbeats(now);
    }
  }

  /// The time at which [#tick] and [#shouldConnect] have to be called; empty if nothing is due.
  public Optional<Duration> nextWake() {
    Optional<Duration> nextBeat = server.isRegistered() ? leases.nextHeartbeat() : Optional.empty();
    return earlier(
        earlier(server.nextWake(), leases.nextFence()),
        earlier(earlier(leases.nextAppendRetry(), leases.nextDelayed()), nextBeat));
  }

  private static Optional<Duration> earlier(Optional<Duration> one, Optional<Duration> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    return one.get().compareTo(other.get()) <= 0 ? one : other;
  }

  /// Accepts no more jobs, and reports that. Current jobs continue.
  public void drain(Duration now) {
    advanceTo(now);
    isDraining = true;
    server.send(new AgentDraining(identity.agentId()));
  }

  /// Stops every job gracefully because the agent shuts down, and reports them as lost. Called
  /// after [#drain].
  public void stopJobs(Duration now) {
    advanceTo(now);
    leases.stopForShutdown("the agent was stopped");
  }

  /// Kills every job, accepts no other, and reports nothing more.
  public void killJobs(Duration now) {
    advanceTo(now);
    leases.killAll();
  }

  /// Whether no lease is left.
  public boolean isIdle() {
    return leases.isEmpty();
  }

  /// Whether messages wait because they cannot be written to the spool, as when the disk is full.
  public boolean isAppendPending() {
    return leases.isAppendPending();
  }

  /// The sizes of the collections that must not grow without bound.
  public List<SessionSize> sizes() {
    return leases.sizes();
  }

  private void advanceTo(Duration now) {
    if (now.compareTo(latest) < 0) {
      throw new IllegalArgumentException("time went back from %s to %s".formatted(latest, now));
    }
    latest = now;
    leases.fenceExpired(now);
    leases.retryAppends(now);
    leases.sendDelayed(now);
  }
}
