package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentDraining;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.BreakerAcquire;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobCommitReport;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobCancel;
import dev.pawl.protocol.ServerMessage.JobCommitAck;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.protocol.ServerMessage.Resend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;

/// A server that follows the protocol, a network that loses, duplicates, delays and reorders
/// messages, and jobs that report at any time, all from one seed. Checks what must never happen.
final class FaultyWorld implements Execution {

  private static final Duration TTL = Duration.ofMinutes(2);

  /// The server's state of a lease.
  private static final class Granted {
    private long next = 1;
    private Duration renewed;
    private boolean isStarted;
    private boolean isOver;

    private Granted(Duration renewed) {
      this.renewed = renewed;
    }
  }

  private final Random random;
  private final InMemorySpool disk;
  private final Map<String, AgentMessage> meanings = new HashMap<>();
  private final List<JobDispatch> dispatched = new ArrayList<>();
  private AgentSession session;
  private final Map<String, Granted> granted = new HashMap<>();
  private final List<ServerMessage> toAgent = new ArrayList<>();
  private final List<AgentMessage> toServer = new ArrayList<>();
  private final List<String> running = new ArrayList<>();
  private final List<String> evaluating = new ArrayList<>();
  private final List<String> resolving = new ArrayList<>();
  private final List<String> prepared = new ArrayList<>();
  private final List<String> dying = new ArrayList<>();
  private final List<String> started = new ArrayList<>();
  private final List<String> killed = new ArrayList<>();
  private Duration now = Duration.ZERO;
  private boolean isFaulty = true;
  private int leases;

  FaultyWorld(long seed, InMemorySpool disk) {
    this.random = new Random(seed);
    this.disk = disk;
    this.session = started();
  }

  private AgentSession started() {
    var identity = new AgentRegister("a1", "a1", List.of(), 3, "1", "Linux", "x", List.of());
    return new AgentSession(identity, this, disk);
  }

  int ran() {
    return started.size();
  }

  boolean isAtRest() {
    return session.isIdle()
        && running.isEmpty()
        && evaluating.isEmpty()
        && resolving.isEmpty()
        && prepared.isEmpty()
        && dying.isEmpty();
  }

  void heal() {
    isFaulty = false;
    disk.isFull = false;
  }

  /// Makes one random event happen, or lets time pass.
  void step() {
    switch (random.nextInt(isFaulty ? 14 : 7)) {
      case 0, 1 -> deliver(toServer, this::serverHears);
      case 2, 3 -> deliver(toAgent, message -> session.receive(message, now));
      case 4 -> passes();
      case 5, 6 -> jobsReport();
      case 7, 8 -> dispatch();
      case 9 -> speaksOf(new JobCancel("", random.nextBoolean(), "by team:ops", 60));
      case 10 -> speaksOf(new LeaseStale("", "revoked", random.nextBoolean() ? "run" : "none"));
      case 11 -> disconnects();
      case 12 -> restarts();
      default -> disk.isFull = random.nextInt(4) == 0;
    }
    everythingIsAsItMustBe();
  }

  private <M> void deliver(List<M> network, Consumer<M> receiver) {
    if (network.isEmpty()) {
      return;
    }
    int index = isFaulty && random.nextInt(4) == 0 ? random.nextInt(network.size()) : 0;
    boolean isDoubled = isFaulty && random.nextInt(10) == 0;
    M message = isDoubled ? network.get(index) : network.remove(index);
    if (!isFaulty || random.nextInt(10) > 0) {
      receiver.accept(message);
    }
  }

  private void passes() {
    now = now.plusMillis(random.nextInt(isFaulty ? 30_000 : 1_000));
    session.tick(now);
    if (session.shouldConnect(now)) {
      session.connected(this::says, now);
    }
  }

  /// Checks that messages were stored before they are sent, and that no number has two meanings.
  private void says(AgentMessage message) {
    assertThat(disk.has(message)).as("%s was kept", message).isTrue();
    if (message instanceof SequencedMessage numbered) {
      String number = numbered.leaseId() + " " + numbered.seq();
      AgentMessage before = meanings.putIfAbsent(number, message);
      assertThat(before == null || before.equals(message))
          .as("%s is said, and was %s", message, before)
          .isTrue();
    }
    toServer.add(message);
  }

  /// Crashes the agent with all its jobs. Its last messages may still arrive, and dispatches may
  /// come again.
  private void restarts() {
    if (random.nextInt(10) == 0) {
      running.clear();
      evaluating.clear();
      resolving.clear();
      prepared.clear();
      dying.clear();
      toAgent.clear();
      if (!dispatched.isEmpty()) {
        toAgent.add(dispatched.get(random.nextInt(dispatched.size())));
      }
      session = started();
    }
  }

  private void disconnects() {
    if (random.nextInt(10) == 0) {
      toAgent.clear();
      toServer.clear();
      session.disconnected(now);
    }
  }

  private void dispatch() {
    String lease = "lease-" + ++leases;
    granted.put(lease, new Granted(now));
    dispatched.add(
        switch (random.nextInt(3)) {
          case 0 -> SessionStory.dispatch(lease);
          case 1 -> SessionStory.ofRef(lease);
          default -> SessionStory.inGroup(lease);
        });
    toAgent.add(dispatched.getLast());
  }

  private void speaksOf(ServerMessage template) {
    String lease = "lease-" + (1 + random.nextInt(leases + 1));
    Granted known = granted.get(lease);
    if (known == null || random.nextInt(3) > 0) {
      return;
    }
    if (template instanceof JobCancel cancel && !cancel.force()) {
      toAgent.add(new JobCancel(lease, false, cancel.reason(), cancel.deadlineSeconds()));
    } else {
      known.isOver = true;
      toAgent.add(
          template instanceof LeaseStale stale
              ? new LeaseStale(lease, stale.reason(), stale.hooks())
              : new JobCancel(lease, true, "by team:ops", 0));
    }
  }

  private void serverHears(AgentMessage message) {
    switch (message) {
      case AgentRegister _ -> toAgent.add(new RegisterAck("a1", 20, ""));
      case JobHeartbeat beat -> {
        Granted lease = known(beat.leaseId());
        if (!lease.isOver) {
          lease.renewed = now;
          toAgent.add(new JobHeartbeatAck(beat.leaseId(), beat.beat(), 120, false, false, 0));
        } else {
          toAgent.add(new LeaseStale(beat.leaseId(), "revoked", "run"));
        }
      }
      case SequencedMessage numbered -> hears(numbered, known(numbered.leaseId()));
      case AgentDraining _, BreakerAcquire _ -> throw new AssertionError("nobody says " + message);
    }
  }

  private Granted known(String lease) {
    return Objects.requireNonNull(granted.get(lease), lease);
  }

  private void hears(SequencedMessage message, Granted lease) {
    String id = message.leaseId();
    if (message.seq() > lease.next) {
      toAgent.add(new Resend(id, lease.next));
      return;
    }
    if (message.seq() == lease.next) {
      if (lease.isOver) {
        toAgent.add(new LeaseStale(id, "revoked", "none"));
        return;
      }
      lease.next++;
      lease.renewed = message instanceof JobAck ? now : lease.renewed;
      lease.isStarted |= message instanceof JobStart;
      lease.isOver |=
          message instanceof JobComplete
              || message instanceof JobCancelAck
              || message instanceof JobLost
              || message instanceof JobReject;
    }
    toAgent.add(new Ack(id, message.seq()));
    if (message instanceof JobCommitReport) {
      toAgent.add(new JobCommitAck(id, "the first"));
    }
    if (message instanceof JobConcurrencyReport) {
      boolean waits = id.hashCode() % 3 == 0;
      lease.isOver |= waits;
      toAgent.add(new JobConcurrencyAck(id, waits ? "wait" : "proceed", ""));
    }
  }

  private void jobsReport() {
    if (!dying.isEmpty() && !session.isFull(dying.getFirst()) && random.nextBoolean()) {
      session.report(dying.removeFirst(), new JobReport.Killed(), now);
    }
    if (!resolving.isEmpty() && !session.isFull(resolving.getFirst()) && random.nextBoolean()) {
      session.report(resolving.getFirst(), new JobReport.CommitResolved("mine"), now);
    }
    if (!evaluating.isEmpty() && !session.isFull(evaluating.getFirst()) && random.nextBoolean()) {
      session.report(evaluating.getFirst(), new JobReport.GroupEvaluated("g"), now);
    }
    if (!running.isEmpty()) {
      String lease = running.get(random.nextInt(running.size()));
      boolean isDone = random.nextInt(4) == 0;
      if (session.isFull(lease)) {
        return;
      }
      session.report(lease, isDone ? SessionStory.success() : SessionStory.step(0, "x"), now);
      if (isDone) {
        running.remove(lease);
      }
    }
  }

  private void everythingIsAsItMustBe() {
    session.tick(now);
    for (String lease : running) {
      Granted known = known(lease);
      assertThat(known.isStarted).as("%s was started by the server", lease).isTrue();
      assertThat(now).as("%s runs", lease).isLessThan(known.renewed.plus(TTL));
    }
    assertThat(started).doesNotHaveDuplicates();
    assertThat(running.size() + dying.size()).isLessThanOrEqualTo(3);
  }

  @Override
  public void resolveCommit(JobDispatch dispatch) {
    resolving.add(dispatch.leaseId());
  }

  @Override
  public void commitDecided(String leaseId, String commit) {
    assertThat(commit).isEqualTo("the first");
    if (resolving.remove(leaseId)) {
      prepared.add(leaseId);
    }
  }

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    evaluating.add(dispatch.leaseId());
  }

  @Override
  public void start(JobDispatch dispatch) {
    assertThat(killed).doesNotContain(dispatch.leaseId());
    evaluating.remove(dispatch.leaseId());
    assertThat(resolving).doesNotContain(dispatch.leaseId());
    prepared.remove(dispatch.leaseId());
    started.add(dispatch.leaseId());
    running.add(dispatch.leaseId());
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {}

  @Override
  public void kill(String leaseId, KillReason stop) {
    killed.add(leaseId);
    boolean wasThere =
        running.remove(leaseId)
            || evaluating.remove(leaseId)
            || resolving.remove(leaseId)
            || prepared.remove(leaseId);
    if (wasThere) {
      dying.add(leaseId);
    }
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {}

  @Override
  public void disconnectLog(String leaseId) {}

  @Override
  public void resumeLog(String leaseId) {}

  @Override
  public void toolAnswered(BreakerAnswer answer) {}
}
