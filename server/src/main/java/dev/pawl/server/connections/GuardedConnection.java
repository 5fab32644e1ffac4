package dev.pawl.server.connections;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataReader.InsufficientDataAvailableException;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/// One connection to the HTTP port: reads its bytes through [RequestFraming] and under deadlines.
///
/// Its own thread does everything but [#expire].
public final class GuardedConnection implements ServerConnection, ConnectionContext {

  /// The connection that a thread serves.
  private static final ThreadLocal<GuardedConnection> CURRENT = new ThreadLocal<>();

  private static final Duration LINGER = Duration.ofSeconds(2);

  private final ConnectionContext context;
  private final ConnectionGuard guard;
  private final DataReader network;
  private final DataReader checked;
  private final DataWriter answers;
  private final ServerConnection http;
  private final String address;
  private final RequestFraming framing = new RequestFraming();
  private final WholeFrames frames = new WholeFrames(this::upgradedBytes);
  private final RequestDeadline deadline;
  private @Nullable RequestException rejection;
  private volatile boolean isUpgraded;
  private volatile @Nullable Thread thread;

  GuardedConnection(
      ConnectionContext context, ServerConnectionSelector http, ConnectionGuard guard) {
    this.context = context;
    this.guard = guard;
    this.deadline = new RequestDeadline(guard.limits(), framing);
    this.network = context.dataReader();
    this.checked = new DataReader(this::read);
    this.answers = new AnswerWriter(context.dataWriter(), () -> isUpgraded, this::closeAfterAnswer);
    this.http = http.connection(this);
    this.address =
        context.remotePeer().address() instanceof InetSocketAddress internet
            ? internet.getAddress().getHostAddress()
            : "unknown";
  }

  /// Gives the request that this thread answers more time, from now on: for answers that go on for
  /// as long as their clients read them.
  public static void extend(Duration more) {
    GuardedConnection current = CURRENT.get();
    if (current != null) {
      current.deadline.set(System.nanoTime() + more.toNanos());
    }
  }

  /// The address that it comes from.
  String address() {
    return address;
  }

  @Override
  public void handle(Limit limit) throws InterruptedException {
    thread = Thread.currentThread();
    deadline.opened(System.nanoTime());
    if (!guard.opened(this)) {
      return;
    }
    CURRENT.set(this);
    try {
      http.handle(limit);
    } finally {
      CURRENT.remove();
      readRest();
      thread = null;
      guard.closed(this);
    }
  }

  /// Reads the rest of a body that was rejected, briefly: a client that is still sending when the
  /// connection is closed may not see the answer.
  private void readRest() {
    if (isUpgraded || rejection != null) {
      return;
    }
    deadline.set(System.nanoTime() + LINGER.toNanos());
    try {
      while (framing.phase() == RequestFraming.Phase.BODY && framing.problem() == null) {
        byte[] _ = framing.accept(network.readBuffer().readBytes());
      }
    } catch (RuntimeException _) {
      // The client is gone, or the deadline has passed.
    }
  }

  /// The next bytes for the web server's parser; null at the end. Those before a mistake are still
  /// handed out, so that the requests that they complete are answered.
  private byte @Nullable [] read() {
    if (rejection != null) {
      throw rejection;
    }
    if (isUpgraded) {
      return frames.next();
    }
    byte[] bytes;
    try {
      deadline.awaits(System.nanoTime());
      bytes = network.readBuffer().readBytes();
    } catch (InsufficientDataAvailableException _) {
      if (framing.phase() == RequestFraming.Phase.BETWEEN) {
        return null;
      }
      throw new CloseConnectionException("the client is gone");
    }
    byte[] right = framing.accept(bytes);
    deadline.arrived(System.nanoTime());
    String problem = framing.problem();
    if (problem != null) {
      rejection = rejection(problem);
      if (right.length == 0) {
        throw rejection;
      }
    }
    return right;
  }

  private byte @Nullable [] upgradedBytes() {
    try {
      return network.readBuffer().readBytes();
    } catch (InsufficientDataAvailableException _) {
      return null;
    }
  }

  private static RequestException rejection(String problem) {
    return RequestException.builder()
        .type(DirectHandler.EventType.BAD_REQUEST)
        .status(Status.BAD_REQUEST_400)
        .message("the request cannot be read: it has " + problem)
        .setKeepAlive(false)
        .build();
  }

  /// Whether its request is one of HTTP/1.0.
  boolean isOld() {
    return framing.isOld();
  }

  /// From here on the bytes are a WebSocket's, which has pings instead of deadlines.
  void upgraded() {
    isUpgraded = true;
    deadline.clear();
  }

  /// Reads no further request after the answer that is being sent.
  void closeAfterAnswer() {
    http.close(false);
  }

  /// Ends the connection if it is past its deadline. The interrupt of a virtual thread that reads
  /// or writes a socket closes it.
  void expire(long now) {
    Thread its = thread;
    if (its != null && deadline.isOver(now)) {
      its.interrupt();
    }
  }

  @Override
  public Duration idleTime() {
    return Duration.ZERO; // the guard has deadlines of its own
  }

  @Override
  public void close(boolean interrupt) {
    http.close(interrupt);
  }

  @Override
  public DataReader dataReader() {
    return checked;
  }

  @Override
  public ListenerContext listenerContext() {
    return context.listenerContext();
  }

  @Override
  public ExecutorService executor() {
    return context.executor();
  }

  @Override
  public DataWriter dataWriter() {
    return answers;
  }

  @Override
  public Router router() {
    return context.router();
  }

  @Override
  public Optional<ProxyProtocolData> proxyProtocolData() {
    return context.proxyProtocolData();
  }

  @Override
  public HelidonSocket serverSocket() {
    return context.serverSocket();
  }

  @Override
  public PeerInfo remotePeer() {
    return context.remotePeer();
  }

  @Override
  public PeerInfo localPeer() {
    return context.localPeer();
  }

  @Override
  public boolean isSecure() {
    return context.isSecure();
  }

  @Override
  public String socketId() {
    return context.socketId();
  }

  @Override
  public String childSocketId() {
    return context.childSocketId();
  }
}
