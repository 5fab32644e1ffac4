package dev.pawl.cli.agents;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.server.auth.BearerToken;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// One agent of [InProcessAgents], with one slot. Called by the owner's thread, except for the
/// queries.
final class InProcessAgent implements Execution {

  private final InProcessAgents agents;
  private final BearerToken token;
  private final AgentSession session;
  private volatile @Nullable Connection connection;
  private volatile @Nullable JobDispatch job;
  private volatile boolean isCancelled;
  private final AtomicInteger renewals = new AtomicInteger();

  InProcessAgent(InProcessAgents agents, BearerToken token) {
    this.agents = agents;
    this.token = token;
    this.session =
        new AgentSession(
            new AgentRegister(
                token.id(),
                "one of many",
                List.of("crowd"),
                1,
                "0",
                "linux",
                "x",
                List.of(),
                new Instance(token.id(), token.id(), false, "here")),
            this);
  }

  boolean isRegistered() {
    Connection now = connection;
    return now != null && now.isRegistered;
  }

  @Nullable JobDispatch job() {
    return job;
  }

  boolean isCancelled() {
    return isCancelled;
  }

  int renewals() {
    return renewals.get();
  }

  /// Runs what is due.
  void runDue() {
    session.tick(agents.now());
    if (session.shouldConnect(agents.now())) {
      connect();
    }
  }

  private void connect() {
    var next = new Connection();
    connection = next;
    var _ =
        agents
            .client()
            .newWebSocketBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .header("Authorization", "Bearer " + token.text())
            .subprotocols("pawl.v1")
            .buildAsync(agents.address(), next)
            .whenComplete((web, problem) -> agents.post(() -> opened(next, web, problem)));
  }

  private void opened(Connection next, @Nullable WebSocket web, @Nullable Throwable problem) {
    if (!next.equals(connection)) {
      return; // its end was handled before its beginning, which another thread reports
    }
    if (web == null || problem != null) {
      session.disconnected(agents.now());
    } else {
      next.sent = CompletableFuture.completedFuture(web);
      session.connected(next::send, agents.now());
    }
  }

  void disconnect() {
    Connection now = connection;
    if (now != null) {
      now.isRegistered = false;
      var _ =
          now.sent.thenAccept(web -> {
            web.abort();
            now.closed();
          });
    }
  }

  void finish() {
    JobDispatch done = job;
    if (done != null) {
      job = null;
      session.report(done.leaseId(), step("running"), agents.now());
      session.report(done.leaseId(), step("success"), agents.now());
      session.report(
          done.leaseId(),
          new JobReport.Completed("success", null, "ok", "", null, Map.of()),
          agents.now());
    }
  }

  private static JobReport step(String state) {
    boolean isOver = state.equals("success");
    return new JobReport.StepStateChanged(
        0,
        "",
        "step",
        state,
        isOver ? 0 : null,
        null,
        isOver ? "process" : "nobody",
        1,
        Map.of(),
        "",
        null,
        0);
  }

  @Override
  public String toString() {
    return "%d renewals%s%s%s"
        .formatted(
            renewals(),
            isRegistered() ? "" : ", not registered",
            job == null ? ", no job" : "",
            isCancelled ? ", cancelled" : "");
  }

  @Override
  public void resolveCommit(JobDispatch dispatch) {}

  @Override
  public void commitDecided(String leaseId, String commit) {}

  @Override
  public void evaluateGroup(JobDispatch dispatch) {}

  @Override
  public void start(JobDispatch dispatch) {
    job = dispatch;
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    isCancelled = true;
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    isCancelled = true;
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {}

  @Override
  public void disconnectLog(String leaseId) {}

  @Override
  public void resumeLog(String leaseId) {}

  @Override
  public void toolAnswered(BreakerAnswer answer) {}

  /// A connection of this agent.
  private final class Connection implements WebSocket.Listener {

    private final StringBuilder text = new StringBuilder();
    private CompletableFuture<WebSocket> sent = new CompletableFuture<>();
    private volatile boolean isRegistered;

    private void send(AgentMessage message) {
      sent = sent.thenCompose(web -> web.sendText(MessageCodec.encode(message), true));
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        String frame = text.toString();
        text.setLength(0);
        if (MessageCodec.decode(frame).orElseThrow() instanceof ServerMessage message) {
          agents.post(() -> receive(message));
        }
      }
      from.request(1);
      return null;
    }

    private void receive(ServerMessage message) {
      if (!equals(connection)) {
        return;
      }
      if (message instanceof JobHeartbeatAck) {
        renewals.incrementAndGet();
      }
      session.receive(message, agents.now());
      if (message instanceof RegisterAck) {
        isRegistered = true;
      }
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      closed();
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable problem) {
      closed();
    }

    private void closed() {
      isRegistered = false;
      agents.post(() -> {
        if (equals(connection)) {
          connection = null;
          session.disconnected(agents.now());
        }
      });
    }
  }
}
