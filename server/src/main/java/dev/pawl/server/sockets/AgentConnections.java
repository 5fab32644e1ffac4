package dev.pawl.server.sockets;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.server.SupervisedThread;
import dev.pawl.server.auth.InstanceClaims;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Registry of the open agent sockets. A thread of its own pings them, ends those that have fallen
/// silent, and those whose token was revoked. Thread-safe.
public final class AgentConnections implements AutoCloseable {

  public static final String PATH = "/api/v1/agents/connect";

  private static final Logger LOG = LoggerFactory.getLogger(AgentConnections.class);
  private static final Duration LONGEST_PING_INTERVAL = Duration.ofSeconds(5);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);
  private static final Duration REGISTRATION_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Orchestrator orchestrator;
  private final LogReceiver logReceiver;
  private final InstanceClaims claims;
  private final UnaryOperator<Set<String>> revokedTokens;
  private final AgentHandshake handshake;
  private final Duration heartbeat;
  private final Set<AgentSocket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong unknownMessages = new AtomicLong();
  private final SupervisedThread pinger;

  /// @param heartbeat interval in which agents that have a job send one
  /// @param onDeath receives the reason when an error has ended the thread that pings the agents
  public AgentConnections(
      Orchestrator orchestrator,
      LogReceiver logReceiver,
      TokenRegistry tokens,
      InstanceClaims claims,
      Duration heartbeat,
      Consumer<String> onDeath) {
    this(orchestrator, logReceiver, tokens, claims, heartbeat, tokens::revoked, onDeath);
  }

  /// @param revokedTokens those of a set of token ids that are revoked
  AgentConnections(
      Orchestrator orchestrator,
      LogReceiver logReceiver,
      TokenRegistry tokens,
      InstanceClaims claims,
      Duration heartbeat,
      UnaryOperator<Set<String>> revokedTokens,
      Consumer<String> onDeath) {
    this.orchestrator = orchestrator;
    this.logReceiver = logReceiver;
    this.claims = claims;
    this.revokedTokens = revokedTokens;
    this.handshake = new AgentHandshake(tokens);
    this.heartbeat = heartbeat;
    // A virtual thread like the readers: if they starve, pings stop too, and no agent whose
    // messages are unread counts as silent.
    this.pinger =
        new SupervisedThread(Thread.ofVirtual().name("agent-pings"), this::ping, onDeath).start();
  }

  Orchestrator orchestrator() {
    return orchestrator;
  }

  LogReceiver logReceiver() {
    return logReceiver;
  }

  /// The leases of a run of which a log was cut because of a limit.
  public Set<LeaseRef> cutLeases(RunId run) {
    return logReceiver.cutLeases(run);
  }

  AgentHandshake handshake() {
    return handshake;
  }

  /// A socket for the next connection.
  public AgentSocket socket() {
    return new AgentSocket(this);
  }

  /// Claims the agent for the process that registers it. Returns who has it otherwise. Those who
  /// are connected here and alive have it, even if the store was not available to say so.
  Optional<String> claim(AgentSocket by, AgentRegister register) {
    Instance instance = Objects.requireNonNull(register.instance(), "checked by the handshake");
    renewClaims(open.stream().filter(it -> it.agent().equals(by.agent()) && !it.equals(by)));
    return claims.claim(by.agent(), instance, by.address()).map(InstanceClaims.Holder::text);
  }

  private void renewClaims(Stream<AgentSocket> sockets) {
    SortedMap<String, String> processes = new TreeMap<>();
    sockets
        .filter(AgentSocket::isFresh)
        .forEach(it -> it.process().ifPresent(process -> processes.put(it.agent(), process)));
    claims.renew(processes);
  }

  /// The agent has said that it leaves: another machine may take its place at once.
  void left(AgentSocket socket) {
    try {
      socket.process().ifPresent(process -> claims.release(socket.agent(), process));
    } catch (StoreUnavailable e) {
      LOG.debug("the claim of an agent cannot be released; it ends by itself", e);
    }
  }

  void opened(AgentSocket socket) {
    open.add(socket);
  }

  /// Logs the labels too: a job whose `runs-on` no agent has waits, and this is where to see why.
  void registered(AgentRegister register) {
    LOG.atInfo()
        .addKeyValue("agent", register.agentId())
        .addKeyValue("labels", String.join(",", register.labels()))
        .addKeyValue("slots", register.slots())
        .log("agent '{}' connected", register.name());
    if (register.labels().isEmpty()) {
      LOG.atWarn()
          .addKeyValue("agent", register.agentId())
          .log("the agent has no labels, so no job can select it; make a token with --labels");
    }
  }

  void closing(String agent, String reason) {
    LOG.atInfo().addKeyValue("agent", agent).log("closing the agent's connection: {}", reason);
  }

  /// Another process has shown the token of an agent that is alive.
  void rejected(AgentSocket socket, String holder) {
    LOG.atWarn()
        .addKeyValue("agent", socket.agent())
        .addKeyValue("address", socket.address())
        .log("rejected another process with the token of this agent, which is {}", holder);
  }

  void closed(AgentSocket socket) {
    if (open.remove(socket)) {
      // Nobody else is to be taken for the agent: another process with its token, for example.
      socket
          .registration()
          .ifPresent(
              its -> LOG.atInfo().addKeyValue("agent", its.agentId()).log("agent disconnected"));
      try {
        orchestrator.disconnected(socket);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void countUnknownMessage() {
    unknownMessages.incrementAndGet();
  }

  /// How many messages were of a type that is not known here.
  public long unknownMessages() {
    return unknownMessages.get();
  }

  /// The last heartbeat of the attempt, if its agent is connected here.
  public Optional<JobHeartbeat> heartbeat(String agent, RunId run, String job, int attempt) {
    return open.stream()
        .filter(socket -> socket.agent().equals(agent))
        .flatMap(socket -> socket.heartbeats().of(run.value()).stream())
        .filter(beat -> beat.jobId().equals(job) && beat.attempt() == attempt)
        .reduce((_, last) -> last);
  }

  /// The version of Pawl that an agent runs, if it is connected here.
  public Optional<String> version(String agent) {
    return open.stream()
        .filter(socket -> socket.agent().equals(agent))
        .flatMap(socket -> socket.registration().stream())
        .map(AgentRegister::version)
        .findFirst();
  }

  /// The agents that are connected here, as they have registered.
  public List<Agent> agents() {
    return open.stream()
        .flatMap(socket -> socket.registration().map(its -> agent(socket.org(), its)).stream())
        .toList();
  }

  private static Agent agent(String org, AgentRegister register) {
    return Agent.unknown(register.agentId())
        .registered(org, register.name(), register.labels(), register.slots());
  }

  /// How many connections there are.
  public int size() {
    return open.size();
  }

  /// After so many pings without an answer a connection is dead: three heartbeats, so that it is
  /// noticed while the leases of its agent still live, and it is given no more.
  int pingsUntilDead() {
    return pings(longestSilence());
  }

  Duration longestSilence() {
    return shorter(LONGEST_SILENCE, heartbeat.multipliedBy(3));
  }

  /// The bytes of dispatches that were not sent yet.
  long unsentBytes() {
    return open.stream().mapToLong(AgentSocket::unsentBytes).sum();
  }

  int pingsUntilRegistered() {
    return pings(REGISTRATION_TIMEOUT);
  }

  private int pings(Duration during) {
    return (int) Math.max(1, during.dividedBy(pingInterval()));
  }

  private Duration pingInterval() {
    return shorter(LONGEST_PING_INTERVAL, heartbeat);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void ping() throws InterruptedException {
    int pingsUntilRenewal = pings(heartbeat.dividedBy(2));
    for (int number = 1; true; number++) {
      Thread.sleep(pingInterval());
      try {
        if (number % pingsUntilRenewal == 0) {
          renewClaims(open.stream());
        }
        disconnectRevoked();
      } catch (StoreUnavailable e) {
        LOG.debug("claims and revoked tokens have to wait for the store and the next ping", e);
      }
      open.forEach(AgentSocket::ping);
    }
  }

  /// Revokes the agents whose token was revoked, here or by another process: their leases are taken
  /// back, and then their connections end.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void disconnectRevoked() {
    Set<String> connected = open.stream().map(AgentSocket::agent).collect(Collectors.toSet());
    for (String agent : revokedTokens.apply(connected)) {
      orchestrator.submit(
          agent, new AgentStateCommand.Revoke(Actor.ORCHESTRATOR, "its token was revoked"));
      open.stream()
          .filter(socket -> socket.agent().equals(agent))
          .forEach(socket -> socket.close("the token was revoked"));
    }
  }

  /// Closes every connection, so that agents connect elsewhere. Returns when that is written, or
  /// those who are left do not read.
  @Override
  public void close() {
    pinger.interrupt();
    open.forEach(AgentSocket::leave);
    long deadline = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
    try {
      for (AgentSocket socket : open) {
        socket.awaitLeave(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
