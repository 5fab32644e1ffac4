package dev.pawl.cli.local;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.orchestrator.Orchestrator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;

/// The connection of orchestrator and agent in one process. It carries the same messages as the
/// network, unencoded: each side puts them into the queue of the other. Log frames are written in a
/// thread of their own, so that control frames overtake them.
///
/// The agent waits while the orchestrator's queue is full, as when the disk is slow. The
/// orchestrator never waits for the agent: sessions and log windows bound what may be
/// unacknowledged, so a full queue of the agent means that it is dead.
final class LoopbackConnection implements AutoCloseable {

  private static final int LONGEST_QUEUE = 10_000;

  /// Most log frames that are written together.
  private static final int MOST_AT_ONCE = 64;

  private final BlockingQueue<LogFrame> logs = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final AgentLink agentLink;
  private final ServerLink serverLink;
  private final Thread logWriter;

  /// @param logReceiver writes a log frame, and returns its acknowledgement
  /// @param onFault called if that fails; later frames are not written
  LoopbackConnection(
      AgentLoop agent,
      Orchestrator orchestrator,
      Function<LogFrame, Optional<LogAck>> logReceiver,
      Consumer<Throwable> onFault) {
    this.agentLink = new LinkToAgent(agent);
    this.serverLink = message -> send(message, orchestrator, agentLink);
    this.logWriter =
        Thread.ofPlatform()
            .daemon()
            .name("logs")
            .unstarted(() -> {
              try {
                while (true) {
                  writeWithAllThatWait(logs.take(), logReceiver);
                }
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException e) {
                onFault.accept(e);
              }
            });
  }

  /// The link by which the server sends.
  private record LinkToAgent(AgentLoop agent) implements AgentLink {

    @Override
    public void send(ServerMessage message) {
      if (!agent.offer(message)) {
        close("its queue is full");
      }
    }

    @Override
    public void close(String reason) {
      throw new IllegalStateException(
          "the connection to the agent in this process was closed: " + reason);
    }
  }

  private static void send(AgentMessage message, Orchestrator orchestrator, AgentLink sender) {
    try {
      orchestrator.receive(message, sender);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// The link by which the agent sends.
  ServerLink serverLink() {
    return serverLink;
  }

  LogLink logLink() {
    return frame -> {
      if (!logs.offer(frame)) {
        throw new IllegalStateException("the queue of log frames in this process is full");
      }
    };
  }

  void start() {
    logWriter.start();
  }

  /// Frames that arrived while the disk was busy are written, and forced, together.
  private void writeWithAllThatWait(
      LogFrame frame, Function<LogFrame, Optional<LogAck>> logReceiver) {
    List<LogFrame> waiting = new ArrayList<>(List.of(frame));
    logs.drainTo(waiting, MOST_AT_ONCE);
    for (LogFrame merged : LogFrame.merge(waiting)) {
      logReceiver.apply(merged).ifPresent(agentLink::send);
    }
  }

  @Override
  public void close() {
    logWriter.interrupt();
  }
}
