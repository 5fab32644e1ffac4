package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.AgentDraining;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobCompleteAck;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.protocol.ServerMessage.Resend;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the agent is doing, lease by lease, and what it makes of each message.
///
/// Deterministic, with one owner, which calls it from one thread and tells it the time: how long
/// ago an arbitrary moment was, by a clock that never goes back. It reads no clock, starts no
/// thread and waits for nothing. What it wants done it asks of its [Execution] and its
/// [ServerLink]; when it wants to be called again it says by [#nextWake].
///
/// Whatever happens, what was due by then happens first: an answer that comes after the end of a
/// lease does not bring it back, also if nobody has called [#tick] in between.
public final class AgentSession {

  /// How often, until the server says it.
  static final Duration HEARTBEAT = Duration.ofSeconds(20);

  private final AgentRegister identity;
  private final ServerRegistration uplink;
  private final LeaseSessions leases;
  private Duration heartbeat = HEARTBEAT;
  private Duration latest = Duration.ZERO;
  private boolean isDraining;

  /// Of an agent that dies with its server: nothing outlives it.
  public AgentSession(AgentRegister identity, Execution execution) {
    this(identity, execution, AgentSpool.NONE);
  }

  /// Goes on where the agent that was here before has ended.
  ///
  /// @param memory what outlives the agent. No process of a job that it recalls is left
  public AgentSession(AgentRegister identity, Execution execution, AgentSpool memory) {
    this.identity = identity;
    this.uplink = new ServerRegistration(identity.agentId());
    this.leases = new LeaseSessions(identity.slots(), uplink, execution, memory);
  }

  /// Whether a connection is to be made now. True once for each try, whose outcome the owner tells
  /// by [#connected] or by [#disconnected].
  public boolean shouldConnect(Duration now) {
    return uplink.shouldConnect(now);
  }

  /// There is a connection: the server is told who is here, and what it is doing.
  public void connected(ServerLink link, Duration now) {
    pass(now);
    uplink.register(link, register(), now);
  }

  /// The connection is gone, or could not be made. The jobs go on, for as long as their leases do.
  public void disconnected(Duration now) {
    pass(now);
    uplink.disconnected(now);
    leases.disconnected();
  }

  private AgentRegister register() {
    return new AgentRegister(
        identity.agentId(),
        identity.name(),
        identity.labels(),
        identity.slots(),
        identity.version(),
        identity.os(),
        identity.arch(),
        leases.inFlight());
  }

  public void receive(ServerMessage message, Duration now) {
    forced(message).ifPresent(id -> leases.apply(id, lease -> lease.kill(KillReason.FORCED)));
    pass(now);
    switch (message) {
      case RegisterAck ack -> registered(ack, now);
      case JobDispatch dispatch -> leases.accept(dispatch, heartbeat, isDraining, now);
      case Ack(var id, var seq) -> leases.apply(id, lease -> lease.acknowledged(seq));
      case Resend(var id, var from) -> leases.apply(id, lease -> lease.outbox().resend(from));
      case JobConcurrencyAck(var id, var action, _) ->
          leases.apply(id, lease -> lease.groupDecided(action.equals("proceed")));
      case JobHeartbeatAck ack -> leases.apply(ack.leaseId(), lease -> lease.renewed(ack));
      case BreakerAnswer answer ->
          leases.apply(answer.leaseId(), lease -> lease.toolAnswered(answer));
      case LogAck(var id, var step, var offset) ->
          leases.apply(id, lease -> lease.logAcknowledged(step, offset));
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

  /// The lease under which no hook may run any more. That comes before what is due: an agent that
  /// stood still, and finds its lease over and the word of force at once, must not clean up first.
  private static Optional<String> forced(ServerMessage message) {
    return switch (message) {
      case JobCancel(var id, var force, _, _) when force -> Optional.of(id);
      case JobHeartbeatAck ack when ack.force() -> Optional.of(ack.leaseId());
      case LeaseStale(var id, _, var hooks) when !hooks.equals("run") -> Optional.of(id);
      case ServerMessage _ -> Optional.empty();
    };
  }

  /// The server has taken notice: it is told again what it has not acknowledged or answered.
  private void registered(RegisterAck ack, Duration now) {
    heartbeat = Duration.ofSeconds(Math.max(1, ack.heartbeatSeconds()));
    leases.heartbeatEvery(heartbeat);
    if (uplink.registered()) {
      if (isDraining) {
        uplink.send(new AgentDraining(identity.agentId()));
      }
      leases.resume(now);
    }
  }

  /// What the execution says of a lease.
  ///
  /// @throws IllegalStateException if the lease [#isFull]
  public void report(String leaseId, JobReport report, Duration now) {
    pass(now);
    if (isFull(leaseId)) {
      throw new IllegalStateException("too much of " + leaseId + " is unacknowledged");
    }
    leases.apply(leaseId, lease -> lease.report(report));
  }

  /// Whether so much of the lease is unacknowledged that its execution must wait with its reports.
  public boolean isFull(String leaseId) {
    return leases.isFull(leaseId);
  }

  /// Does what is due: ends leases, sends heartbeats, repeats itself.
  public void tick(Duration now) {
    pass(now);
    uplink.overdueRegistration(now).ifPresent(link -> uplink.register(link, register(), now));
    if (uplink.isRegistered()) {
      leases.sendHeartbeats(now);
    }
  }

  /// When something is due: [#tick], and then perhaps [#shouldConnect]. Never, if nothing is there.
  public Optional<Duration> nextWake() {
    Optional<Duration> nextBeat = uplink.isRegistered() ? leases.nextHeartbeat() : Optional.empty();
    return Stream.of(uplink.nextWake(), leases.nextFence(), leases.nextAppendRetry(), nextBeat)
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /// Takes no more jobs, and says so; those that it has go on.
  public void drain(Duration now) {
    pass(now);
    isDraining = true;
    uplink.send(new AgentDraining(identity.agentId()));
  }

  /// Stops every job gracefully, because the agent is to end: they are lost by that, and said to
  /// be. Called once it drains.
  public void stopJobs(Duration now) {
    pass(now);
    leases.stopForShutdown("the agent was stopped");
  }

  /// Kills every job, takes no other, and says nothing more.
  public void killJobs(Duration now) {
    pass(now);
    leases.killAll();
  }

  /// Whether nothing of any lease is left.
  public boolean isIdle() {
    return leases.isEmpty();
  }

  /// Whether something that is to be said waits, because it cannot be kept: a disk is full.
  public boolean isHeldUp() {
    return leases.isAppendPending();
  }

  /// How much everything holds that must not grow without an end.
  public List<SessionSize> sizes() {
    return leases.sizes();
  }

  private void pass(Duration now) {
    if (now.compareTo(latest) < 0) {
      throw new IllegalArgumentException("time went back from %s to %s".formatted(latest, now));
    }
    latest = now;
    leases.fenceExpired(now);
    leases.retryAppends(now);
  }
}
