package dev.pawl.server.sockets;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.server.auth.AuthenticationFailure;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.logs.LogReceiver;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.store.StoreUnavailable;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Where agents come in: who is let in, who is there, and who must go. Thread-safe.
public final class AgentConnections implements AutoCloseable {

  public static final String PATH = "/api/v1/agents/connect";

  private static final String VERSION = "pawl.v1";
  private static final HeaderName SUBPROTOCOL = HeaderNames.create("Sec-WebSocket-Protocol");
  private static final Duration SLOWEST_PULSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);
  private static final Duration GREETING = Duration.ofSeconds(10);
  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final int MOST_LABELS = 100;
  private static final int LONGEST_NAME = 200;
  static final int MOST_SLOTS = 1_000;

  static final Headers PROTOCOL = WritableHeaders.create().add(SUBPROTOCOL, VERSION);

  private final Orchestrator orchestrator;
  private final LogReceiver logDesk;
  private final TokenRegistry tokens;
  private final Duration heartbeat;
  private final Consumer<String> journal;
  private final Set<AgentSocket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong ignored = new AtomicLong();
  private final Thread pulse;

  /// @param heartbeat how often agents are to be heard of, where they have a job
  /// @param journal told, in words for the operator, who came and went
  public AgentConnections(
      Orchestrator orchestrator,
      LogReceiver logDesk,
      TokenRegistry tokens,
      Duration heartbeat,
      Consumer<String> journal) {
    this.orchestrator = orchestrator;
    this.logDesk = logDesk;
    this.tokens = tokens;
    this.heartbeat = heartbeat;
    this.journal = journal;
    // One of many, as those that read are: where they do not get to it, nor does this.
    this.pulse = Thread.ofVirtual().name("pulse").start(this::beat);
  }

  Orchestrator orchestrator() {
    return orchestrator;
  }

  LogReceiver logDesk() {
    return logDesk;
  }

  public AgentSocket socket() {
    return new AgentSocket(this);
  }

  /// Whose connection it is to be.
  ///
  /// @throws RequestException if it is nobody's who may come in
  StoredToken authenticate(Headers headers) {
    // A browser says where its page is from; an agent has no page.
    if (headers.contains(HeaderNames.ORIGIN)) {
      throw refused(Status.FORBIDDEN_403, "agents do not come from a web page");
    }
    boolean speaksOurs =
        headers.contains(SUBPROTOCOL)
            && List.of(headers.get(SUBPROTOCOL).get().split(",\\s*")).contains(VERSION);
    if (!speaksOurs) {
      throw refused(Status.BAD_REQUEST_400, "the subprotocol here is " + VERSION);
    }
    String bearer = headers.value(HeaderNames.AUTHORIZATION).orElse("");
    if (!bearer.startsWith("Bearer ")) {
      throw refused(Status.UNAUTHORIZED_401, "an agent shows its token: Authorization: Bearer …");
    }
    try {
      return tokens.agent(bearer.substring("Bearer ".length()).strip());
    } catch (AuthenticationFailure e) {
      throw refused(Status.UNAUTHORIZED_401, e.reason());
    } catch (StoreUnavailable e) {
      throw refused(Status.SERVICE_UNAVAILABLE_503, String.valueOf(e.getMessage()));
    }
  }

  private static RequestException refused(Status status, String why) {
    return RequestException.builder()
        .type(DirectHandler.EventType.OTHER)
        .status(status)
        .message(why)
        .setKeepAlive(false)
        .build();
  }

  /// What is wrong with a registration, if anything is.
  Optional<String> registrationProblem(AgentRegister register, StoredToken token) {
    if (!register.agentId().equals(token.id())) {
      return Optional.of("that is not the agent of this token");
    }
    if (register.slots() < 1 || register.slots() > MOST_SLOTS) {
      return Optional.of("an agent has 1 to %d slots".formatted(MOST_SLOTS));
    }
    boolean isLong =
        register.name().length() > LONGEST_NAME
            || register.labels().size() > MOST_LABELS
            || register.labels().stream().anyMatch(label -> label.length() > LONGEST_NAME);
    if (isLong) {
      return Optional.of("a name or a label that is too long, or too many labels");
    }
    return register.labels().stream()
        .filter(label -> !token.labels().isEmpty() && !token.labels().contains(label))
        .findFirst()
        .map(label -> "its token does not allow the label " + label);
  }

  /// One that says nothing of its labels has those of its token.
  static AgentRegister labelled(AgentRegister register, StoredToken token) {
    return new AgentRegister(
        register.agentId(),
        register.name(),
        AgentSocket.labels(register, token),
        register.slots(),
        register.version(),
        register.os(),
        register.arch(),
        register.inFlight());
  }

  void opened(AgentSocket socket) {
    open.add(socket);
  }

  /// Who it is, and what is found by it: what nothing fits waits, and this is where one sees why.
  void registered(AgentRegister register) {
    journal.accept(
        "agent %s has connected: %s, %s, slots: %d"
            .formatted(
                register.agentId(),
                register.name(),
                register.labels().isEmpty()
                    ? "without labels"
                    : "labels: " + String.join(" ", register.labels()),
                register.slots()));
  }

  void closing(String agent, String why) {
    journal.accept("agent %s is disconnected: %s".formatted(agent, why));
  }

  void closed(AgentSocket socket) {
    if (open.remove(socket)) {
      journal.accept("agent %s has gone".formatted(socket.agent()));
      try {
        orchestrator.disconnected(socket);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void ignored() {
    ignored.incrementAndGet();
  }

  /// How many messages were of a type that is not known here.
  public long unknownMessages() {
    return ignored.get();
  }

  /// How far an agent that is connected here says it is with the attempt.
  public Optional<JobHeartbeat> heartbeat(String agent, RunId run, String job, int attempt) {
    return open.stream()
        .filter(socket -> socket.agent().equals(agent))
        .flatMap(socket -> socket.heartbeats().of(run.value()).stream())
        .filter(beat -> beat.jobId().equals(job) && beat.attempt() == attempt)
        .reduce((_, last) -> last);
  }

  /// The agents that are connected here, as they have registered.
  public List<Agent> agents() {
    return open.stream()
        .flatMap(socket -> socket.registration().stream())
        .map(AgentConnections::agent)
        .toList();
  }

  private static Agent agent(AgentRegister register) {
    return Agent.unknown(register.agentId())
        .registered(register.name(), register.labels(), register.slots());
  }

  /// How many connections there are.
  public int size() {
    return open.size();
  }

  /// After how many looks without a sign of life a connection is none: three heartbeats, so that it
  /// is noticed while the leases of who had it still live, and nobody is given more.
  int looksInSilence() {
    return looks(shorter(LONGEST_SILENCE, heartbeat.multipliedBy(3)));
  }

  int looksAtAStranger() {
    return looks(GREETING);
  }

  private int looks(Duration during) {
    return (int) Math.max(1, during.dividedBy(betweenLooks()));
  }

  private Duration betweenLooks() {
    return shorter(SLOWEST_PULSE, heartbeat);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void beat() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Thread.sleep(betweenLooks());
        open.forEach(AgentSocket::pulse);
        shutOut();
      } catch (InterruptedException _) {
        return;
      } catch (StoreUnavailable _) {
        // Asked again with the next beat.
      }
    }
  }

  /// Whoever's token was revoked, here or by another process: its leases are taken back, and then
  /// its connection ends.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void shutOut() {
    Set<String> here = open.stream().map(AgentSocket::agent).collect(Collectors.toSet());
    for (String agent : tokens.revoked(here)) {
      orchestrator.submit(
          agent, new AgentStateCommand.Revoke(Actor.ORCHESTRATOR, "its token was revoked"));
      open.stream()
          .filter(socket -> socket.agent().equals(agent))
          .forEach(socket -> socket.close("the token was revoked"));
    }
  }

  /// Everybody is told to go elsewhere. Returns when that is written, or those who are left do not
  /// read.
  @Override
  public void close() {
    pulse.interrupt();
    open.forEach(AgentSocket::leave);
    long deadline = System.nanoTime() + FAREWELL.toNanos();
    try {
      for (AgentSocket socket : open) {
        socket.awaitLeave(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
