package dev.pawl.agent.session;

import dev.pawl.agent.exec.JobRunner;
import dev.pawl.agent.exec.Workspace;
import dev.pawl.protocol.FromAgent.AgentRegister;
import dev.pawl.protocol.FromAgent.JobHeartbeat;
import dev.pawl.protocol.FromAgent.JobReject;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.Ack;
import dev.pawl.protocol.FromServer.JobCancel;
import dev.pawl.protocol.FromServer.JobCompleteAck;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.protocol.FromServer.JobHeartbeatAck;
import dev.pawl.protocol.FromServer.LeaseStale;
import dev.pawl.protocol.FromServer.LogAck;
import dev.pawl.protocol.FromServer.RegisterAck;
import dev.pawl.protocol.FromServer.Resend;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the agent is doing, lease by lease, and what it makes of each message. Messages come from
/// one thread, in order; each job has a thread of its own, and the heartbeats another, which no
/// job's load can starve.
public final class AgentSession implements AutoCloseable {

  private record Lease(LeaseChannel channel, JobRunner runner) {}

  private final AgentRegister identity;
  private final ServerLink link;
  private final Workspace workspace;
  private final Map<String, Lease> leases = new LinkedHashMap<>();
  private Duration heartbeat = Duration.ofSeconds(20);
  private boolean isAbandoned;
  private final Thread pulse;

  public AgentSession(AgentRegister identity, ServerLink link, Workspace workspace) {
    this.identity = identity;
    this.link = link;
    this.workspace = workspace;
    this.pulse = Thread.ofPlatform().daemon().name("heartbeats").unstarted(this::beat);
  }

  /// Tells the server who is here.
  public void start() {
    link.send(identity);
    pulse.start();
  }

  public void heard(FromServer message) {
    switch (message) {
      case RegisterAck ack -> heartbeatEvery(Duration.ofSeconds(ack.heartbeatSeconds()));
      case JobDispatch dispatch -> take(dispatch);
      case Ack(var lease, var seq) -> of(lease).ifPresent(held -> held.channel().acknowledged(seq));
      case Resend(var lease, var from) -> of(lease).ifPresent(held -> held.channel().resend(from));
      case LogAck(var lease, var step, var offset) ->
          of(lease).ifPresent(held -> held.runner().logAcknowledged(step, offset));
      case JobCancel cancel when cancel.force() ->
          of(cancel.leaseId()).ifPresent(AgentSession::fence);
      case JobCancel cancel -> of(cancel.leaseId()).ifPresent(held -> held.runner().cancel());
      case LeaseStale(var lease, _) -> of(lease).ifPresent(AgentSession::fence);
      case JobCompleteAck _, JobHeartbeatAck _ -> {}
    }
  }

  private static void fence(Lease lease) {
    lease.channel().close(); // first, so that the stop is not told any more
    lease.runner().fence();
  }

  private synchronized void heartbeatEvery(Duration interval) {
    heartbeat = interval;
    notifyAll();
  }

  private synchronized Optional<Lease> of(String leaseId) {
    return Optional.ofNullable(leases.get(leaseId));
  }

  /// A dispatch that comes twice is one dispatch; one too many is refused.
  private synchronized void take(JobDispatch dispatch) {
    if (isAbandoned || leases.containsKey(dispatch.leaseId())) {
      return;
    }
    var channel = new LeaseChannel(link, dispatch);
    long busy = leases.values().stream().filter(lease -> !lease.runner().isDone()).count();
    if (busy >= identity.slots()) {
      channel.say(seq ->
          new JobReject(
              dispatch.leaseId(),
              dispatch.runId(),
              dispatch.jobId(),
              dispatch.attempt(),
              seq,
              "busy"));
      return;
    }
    var lease = new Lease(channel, new JobRunner(channel, workspace));
    leases.put(dispatch.leaseId(), lease);
    Thread.ofVirtual().name("job " + dispatch.jobId()).start(() -> execute(dispatch, lease));
  }

  private void execute(JobDispatch dispatch, Lease lease) {
    try {
      lease.runner().run();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      synchronized (this) {
        leases.remove(dispatch.leaseId());
        notifyAll();
      }
    }
  }

  private void beat() {
    try {
      while (true) {
        for (LeaseChannel channel : pause()) {
          JobDispatch of = channel.dispatch();
          link.send(new JobHeartbeat(of.leaseId(), of.runId(), of.jobId(), of.attempt()));
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized List<LeaseChannel> pause() throws InterruptedException {
    long began = System.nanoTime();
    // Read again whenever it is woken: the server may want it more often.
    for (long left = heartbeat.toMillis(); left > 0; ) {
      wait(left);
      left = heartbeat.toMillis() - (System.nanoTime() - began) / 1_000_000;
    }
    return leases.values().stream().map(Lease::channel).toList();
  }

  /// Waits until no job is left, at most for `bound`. Says whether that was so.
  public synchronized boolean awaitIdle(Duration bound) throws InterruptedException {
    long deadline = System.nanoTime() + bound.toNanos();
    while (!leases.isEmpty()) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /// Stops every job at once, takes no other, and says nothing more.
  public synchronized void abandon() {
    isAbandoned = true;
    leases.values().forEach(AgentSession::fence);
  }

  @Override
  public void close() {
    pulse.interrupt();
  }
}
