package dev.pawl.cli.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A TCP proxy between one agent and the server that injects network faults. It works on bytes,
/// like a broken device on the way.
///
/// Thread-safe: each connection has its own threads, which consult it before each chunk.
public final class FaultProxy implements AutoCloseable {

  private static final int CHUNK = 16 * 1024;

  /// The direction of bytes.
  public enum Way {
    TO_SERVER,
    TO_AGENT
  }

  private final ServerSocket door;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Set<Way> doubled = EnumSet.noneOf(Way.class);
  private final Set<Way> stalled = EnumSet.noneOf(Way.class);
  private volatile int target;
  private volatile boolean isCut;
  private volatile boolean isSplit;

  FaultProxy() {
    try {
      this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("proxy").start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /// Sets the server's port.
  public void leadTo(int port) {
    target = port;
  }

  /// Breaks all connections, and accepts none until [#mend].
  public void cut() {
    isCut = true;
    open.forEach(FaultProxy::breakOff);
  }

  public void mend() {
    isCut = false;
  }

  /// Holds back the bytes of one direction without closing the connection.
  public synchronized void stall(Way way) {
    stalled.add(way);
  }

  /// Releases what was held back.
  public synchronized void flow() {
    stalled.clear();
    notifyAll();
  }

  /// Sets whether bytes are forwarded in tiny chunks.
  public void split(boolean wanted) {
    isSplit = wanted;
  }

  /// Duplicates the next chunk of one direction: the receiver reads garbage from there on.
  public synchronized void duplicate(Way way) {
    doubled.add(way);
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket agent = door.accept();
        if (isCut) {
          breakOff(agent);
        } else {
          connect(agent);
        }
      } catch (IOException _) {
        // The proxy was closed, or the one who came is gone again.
      }
    }
  }

  private void connect(Socket agent) {
    try {
      var server = new Socket(InetAddress.getLoopbackAddress(), target);
      agent.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      open.add(agent);
      open.add(server);
      Thread.ofVirtual().start(() -> carry(agent, server, Way.TO_SERVER));
      Thread.ofVirtual().start(() -> carry(server, agent, Way.TO_AGENT));
    } catch (IOException _) {
      breakOff(agent); // as if nobody listened there: the server is down
    }
  }

  private void carry(Socket from, Socket to, Way way) {
    try {
      byte[] chunk = new byte[CHUNK];
      for (int size = from.getInputStream().read(chunk);
          size >= 0;
          size = from.getInputStream().read(chunk)) {
        awaitFlow(way);
        write(to, chunk, size);
        if (isDuplicated(way)) {
          write(to, chunk, size);
        }
      }
    } catch (IOException _) {
      // Then the other side is to hear of it too.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      breakOff(from);
      breakOff(to);
      open.remove(from);
      open.remove(to);
    }
  }

  private void write(Socket to, byte[] chunk, int size) throws IOException {
    if (!isSplit) {
      to.getOutputStream().write(chunk, 0, size);
      return;
    }
    // Pieces of 1, 2, … 7 bytes and again: every boundary of a frame is crossed sooner or later.
    int piece = 1;
    for (int at = 0; at < size; at += piece, piece = piece % 7 + 1) {
      to.getOutputStream().write(chunk, at, Math.min(piece, size - at));
    }
  }

  private synchronized void awaitFlow(Way way) throws InterruptedException {
    while (stalled.contains(way)) {
      wait();
    }
  }

  private synchronized boolean isDuplicated(Way way) {
    return doubled.remove(way);
  }

  /// Closes by a reset: bytes in transit are lost.
  private static void breakOff(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException _) {
      // It is closed already.
    }
  }

  @Override
  public void close() {
    try {
      door.close();
    } catch (IOException _) {
      // The test is over.
    }
    flow();
    open.forEach(FaultProxy::breakOff);
  }
}
