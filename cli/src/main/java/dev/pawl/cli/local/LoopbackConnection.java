package dev.pawl.cli.local;

import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.server.agents.AgentLink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/// The connection of orchestrator and agent in one process: queues that carry the same messages as
/// the network, unencoded. Log frames have their own queue, so that control frames overtake them.
/// Senders never wait: sessions and log windows bound what may be unacknowledged, so a full queue
/// means that the receiver is dead.
final class LoopbackConnection implements AutoCloseable {

  private static final int LONGEST_QUEUE = 10_000;
  private static final int LONGEST_TO_SERVER = 100_000;

  /// Most log frames that are written together.
  private static final int MOST_AT_ONCE = 64;

  /// Receives a frame.
  interface Receiver<F> {
    void receive(F frame) throws InterruptedException;
  }

  private final BlockingQueue<ServerMessage> toAgent = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final BlockingQueue<AgentMessage> toServer = new ArrayBlockingQueue<>(LONGEST_TO_SERVER);
  private final BlockingQueue<LogFrame> logs = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final List<Thread> threads = new ArrayList<>();

  /// The link by which the server sends.
  private final AgentLink agentLink =
      new AgentLink() {
        @Override
        public void send(ServerMessage message) {
          if (!toAgent.offer(message)) {
            close("its queue is full");
          }
        }

        @Override
        public void close(String reason) {
          throw new IllegalStateException(
              "the connection to the agent in this process was closed: " + reason);
        }
      };

  /// The link by which the agent sends.
  private final ServerLink serverLink = message -> put(toServer, message);

  private final LogLink logLink = frame -> put(logs, frame);

  AgentLink agentLink() {
    return agentLink;
  }

  ServerLink serverLink() {
    return serverLink;
  }

  LogLink logLink() {
    return logLink;
  }

  /// @param onFault called if a receiver fails; later frames are not received
  void connect(
      Receiver<ServerMessage> agent,
      Receiver<AgentMessage> server,
      Receiver<LogFrame> logReceiver,
      Consumer<Throwable> onFault) {
    carry("to agent", toAgent, agent, onFault);
    carry("to server", toServer, server, onFault);
    carry("logs", logs, frame -> receiveWithAllThatWait(frame, logReceiver), onFault);
  }

  /// Frames that arrived while the disk was busy are written, and forced, together.
  private void receiveWithAllThatWait(LogFrame frame, Receiver<LogFrame> receiver)
      throws InterruptedException {
    List<LogFrame> waiting = new ArrayList<>(List.of(frame));
    logs.drainTo(waiting, MOST_AT_ONCE);
    for (LogFrame merged : LogFrame.merge(waiting)) {
      receiver.receive(merged);
    }
  }

  private <F> void carry(
      String name, BlockingQueue<F> queue, Receiver<F> receiver, Consumer<Throwable> onFault) {
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .start(() -> {
              try {
                while (true) {
                  receiver.receive(queue.take());
                }
              } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException e) {
                onFault.accept(e);
              }
            }));
  }

  private static <F> void put(BlockingQueue<F> queue, F frame) {
    if (!queue.offer(frame)) {
      throw new IllegalStateException("the queue to the server in this process is full");
    }
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
