package dev.pawl.simulation.chaos;

import dev.pawl.agent.AgentLoop;
import dev.pawl.agent.ServerConnector;
import dev.pawl.agent.session.ServerLink;
import dev.pawl.protocol.MessageCodec;
import dev.pawl.protocol.ServerMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Connects an agent to some orchestrator. One that does not answer a ping in time counts as
/// disconnected.
final class SocketDialler implements ServerConnector {

  private static final Duration PING = Duration.ofMillis(500);
  private static final Duration SILENCE = Duration.ofSeconds(2);
  private static final Duration CONNECT = Duration.ofSeconds(1);

  private final IntUnaryOperator ports;
  private int lastTried;
  private @Nullable AgentLoop loop;
  private volatile boolean isClosed;
  private volatile boolean isCut;
  private volatile @Nullable LineConnection lines;

  /// @param ports gives the next port to try after one that did not answer
  SocketDialler(IntUnaryOperator ports) {
    this.ports = ports;
  }

  void to(AgentLoop agent) {
    loop = agent;
  }

  @Override
  public ServerLink connect() throws IOException {
    if (isClosed || isCut) {
      throw new IOException("closed");
    }
    var socket = new Socket();
    LineConnection opened;
    try {
      lastTried = ports.applyAsInt(lastTried);
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), lastTried);
      socket.connect(address, (int) CONNECT.toMillis());
      socket.setSoTimeout((int) SILENCE.toMillis());
      opened = new LineConnection(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    lines = opened;
    Thread.ofVirtual().start(() -> read(opened));
    Thread.ofVirtual().start(() -> ping(socket, opened));
    return message -> opened.send(MessageCodec.encode(message));
  }

  /// Only this thread passes messages of the connection to the agent, so its end comes last.
  private void read(LineConnection from) {
    AgentLoop agent = loop;
    if (agent == null) {
      throw new IllegalStateException("nobody listens");
    }
    try {
      try {
        for (String line = from.next(); line != null; line = from.next()) {
          if (!line.equals(LineConnection.PONG)) {
            agent.receive((ServerMessage) MessageCodec.decode(line).orElseThrow());
          }
        }
      } catch (IOException _) {
        // It is gone, or silent.
      }
      from.close();
      agent.disconnected();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void ping(Socket socket, LineConnection to) {
    while (!socket.isClosed()) {
      to.send(LineConnection.PING);
      LockSupport.parkNanos(PING.toNanos());
    }
  }

  /// Cuts the connection, or allows it again.
  void cut(boolean isTrue) {
    isCut = isTrue;
    if (isTrue) {
      hangUp();
    }
  }

  void close() {
    isClosed = true;
    hangUp();
  }

  private void hangUp() {
    LineConnection open = lines;
    if (open != null) {
      open.close();
    }
  }
}
