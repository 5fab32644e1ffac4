package dev.pawl.cli.agents;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
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

  private final InProcessAgents crowd;
  private final BearerToken token;
  private final AgentSession session;
  private volatile @Nullable Line line;
  private volatile @Nullable JobDispatch job;
  private volatile boolean isRobbed;
  private final AtomicInteger beats = new AtomicInteger();

  InProcessAgent(InProcessAgents crowd, BearerToken token) {
    this.crowd = crowd;
    this.token = token;
    this.session =
        new AgentSession(
            new AgentRegister(
                token.id(), "one of many", List.of("crowd"), 1, "0", "linux", "x", List.of()),
            this);
  }

  boolean isWelcome() {
    Line now = line;
    return now != null && now.isWelcome;
  }

  @Nullable JobDispatch job() {
    return job;
  }

  boolean isRobbed() {
    return isRobbed;
  }

  int beats() {
    return beats.get();
  }

  /// Runs what is due.
  void look() {
    session.tick(crowd.now());
    if (session.shouldConnect(crowd.now())) {
      dial();
    }
  }

  private void dial() {
    var next = new Line();
    line = next;
    var _ =
        crowd
            .client()
            .newWebSocketBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .header("Authorization", "Bearer " + token.text())
            .subprotocols("pawl.v1")
            .buildAsync(crowd.door(), next)
            .whenComplete((web, problem) -> crowd.post(() -> dialled(next, web, problem)));
  }

  private void dialled(Line next, @Nullable WebSocket web, @Nullable Throwable problem) {
    if (web == null || problem != null) {
      session.disconnected(crowd.now());
    } else {
      next.sent = CompletableFuture.completedFuture(web);
      session.connected(next::send, crowd.now());
    }
  }

  void cutOff() {
    Line now = line;
    if (now != null) {
      now.isWelcome = false;
      var _ =
          now.sent.thenAccept(web -> {
            web.abort();
            now.over();
          });
    }
  }

  void finish() {
    JobDispatch done = job;
    if (done != null) {
      job = null;
      session.report(done.leaseId(), step("running"), crowd.now());
      session.report(done.leaseId(), step("success"), crowd.now());
      session.report(
          done.leaseId(),
          new JobReport.Completed("success", null, "ok", "", null, Map.of()),
          crowd.now());
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
  public void evaluateGroup(JobDispatch dispatch) {}

  @Override
  public void start(JobDispatch dispatch) {
    job = dispatch;
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    isRobbed = true;
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    isRobbed = true;
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset) {}

  @Override
  public void disconnectLog(String leaseId) {}

  @Override
  public void resumeLog(String leaseId) {}

  @Override
  public void toolAnswered(BreakerAnswer answer) {}

  /// A connection of this agent.
  private final class Line implements WebSocket.Listener {

    private final StringBuilder text = new StringBuilder();
    private CompletableFuture<WebSocket> sent = new CompletableFuture<>();
    private volatile boolean isWelcome;

    private void send(AgentMessage message) {
      sent = sent.thenCompose(web -> web.sendText(MessageCodec.encode(message), true));
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        String frame = text.toString();
        text.setLength(0);
        if (MessageCodec.decode(frame).orElseThrow() instanceof ServerMessage said) {
          crowd.post(() -> heard(said));
        }
      }
      from.request(1);
      return null;
    }

    private void heard(ServerMessage said) {
      if (!equals(line)) {
        return;
      }
      if (said instanceof JobHeartbeatAck) {
        beats.incrementAndGet();
      }
      session.receive(said, crowd.now());
      if (said instanceof RegisterAck) {
        isWelcome = true;
      }
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      over();
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable problem) {
      over();
    }

    private void over() {
      isWelcome = false;
      crowd.post(() -> {
        if (equals(line)) {
          line = null;
          session.disconnected(crowd.now());
        }
      });
    }
  }
}
