package dev.pawl.agent.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.ServerConnector;
import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The server of a test, in memory. It acknowledges everything, unless it is told to delay the
/// start.
public final class ScriptedServer implements ServerConnector, ServerLink, LogLink, AutoCloseable {

  private final ExecutorService wire = Executors.newSingleThreadExecutor();
  private final List<AgentMessage> heard = new CopyOnWriteArrayList<>();
  private final Map<Integer, ByteArrayOutputStream> logs = new ConcurrentHashMap<>();
  private volatile @Nullable AgentLoop agent;
  private volatile boolean isSilent;
  private volatile boolean isAway;
  private volatile boolean holdsLogs;
  private volatile Predicate<AgentMessage> held = _ -> false;

  void serves(AgentLoop loop) {
    agent = loop;
  }

  @Override
  public ServerLink connect() throws IOException {
    if (isAway) {
      throw new IOException("away");
    }
    return this;
  }

  /// Breaks the connection; there is none until it is restored.
  public void goesAway() throws InterruptedException {
    isAway = true;
    AgentLoop loop = agent;
    if (loop != null) {
      loop.disconnected();
    }
  }

  public void isBack() {
    isAway = false;
  }

  /// Stops acknowledging log bytes, until it is told to do so again.
  public void holdsLogs(boolean holds) {
    holdsLogs = holds;
    if (!holds) {
      logs.forEach((step, log) -> says(new LogAck(AgentStory.LEASE, step, log.size())));
    }
  }

  /// Stops answering messages of this type.
  public void doesNotAnswer(Predicate<AgentMessage> messages) {
    held = messages;
  }

  public void holdsTheStart() {
    doesNotAnswer(JobStart.class::isInstance);
  }

  @Override
  public void send(AgentMessage message) {
    if (isAway) {
      return;
    }
    heard.add(message);
    if (message instanceof AgentRegister register) {
      says(new RegisterAck(register.agentId(), 20, "2026-01-01T00:00:00Z"));
    }
    if (message instanceof SequencedMessage numbered && !held.test(message)) {
      says(new Ack(numbered.leaseId(), numbered.seq()));
    }
  }

  /// Stores log bytes, and checks that none is missing. Bytes that are sent again after a reconnect
  /// are not stored twice.
  @Override
  public void send(LogFrame frame) {
    if (isAway) {
      return;
    }
    var log = logs.computeIfAbsent(frame.stepIndex(), _ -> new ByteArrayOutputStream());
    assertThat(frame.offset()).isLessThanOrEqualTo(log.size());
    int known = (int) (log.size() - frame.offset());
    if (known < frame.bytes().length) {
      log.write(frame.bytes(), known, frame.bytes().length - known);
    }
    if (!holdsLogs) {
      says(new LogAck(frame.leaseId(), frame.stepIndex(), log.size()));
    }
  }

  /// Sends a message, after all earlier ones.
  public void says(ServerMessage message) {
    wire.execute(() -> {
      AgentLoop loop = agent;
      if (loop != null && !isSilent) {
        hears(loop, message);
      }
    });
  }

  private static void hears(AgentLoop loop, ServerMessage message) {
    try {
      loop.receive(message);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Records a bug of the agent, which no test expects.
  void broke(Throwable defect) {
    defect.printStackTrace();
  }

  public String log(int step) {
    var log = logs.get(step);
    return log == null ? "" : log.toString(StandardCharsets.UTF_8);
  }

  public void awaitOutput(int step, String text) throws InterruptedException {
    ProcessWait.until("the output '" + text + "'", () -> log(step).contains(text));
  }

  public List<AgentMessage> heard() {
    return heard;
  }

  public <M extends AgentMessage> M await(Class<M> type) throws InterruptedException {
    ProcessWait.until("a " + type.getSimpleName(), () -> heard.stream().anyMatch(type::isInstance));
    return heard.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  public JobComplete result() throws InterruptedException {
    return await(JobComplete.class);
  }

  public boolean heardAResult() {
    return heard.stream().anyMatch(m -> m instanceof JobComplete || m instanceof JobCancelAck);
  }

  /// The reports about a step, oldest first.
  public List<StepStatus> statuses(int step) {
    List<StepStatus> statuses = new ArrayList<>();
    for (AgentMessage message : heard) {
      if (message instanceof StepStatus status && status.stepIndex() == step) {
        statuses.add(status);
      }
    }
    return statuses;
  }

  public List<String> states(int step) {
    return statuses(step).stream().map(StepStatus::state).toList();
  }

  @Override
  public void close() {
    isSilent = true;
    wire.shutdownNow();
  }
}
