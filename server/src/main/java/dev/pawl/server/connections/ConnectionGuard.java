package dev.pawl.server.connections;

import dev.pawl.server.SupervisedThread;
import io.helidon.common.buffers.BufferData;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Accepts the connections to the HTTP port, as many as the limits allow, and ends those that are
/// past a deadline. Thread-safe.
public final class ConnectionGuard implements ServerConnectionSelector, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);
  private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);
  private static final String FULL =
      "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
          + "\"detail\":\"too many connections; try again later\"}";
  private static final byte[] REJECTION =
      """
      HTTP/1.1 503 Service Unavailable\r
      Content-Type: application/problem+json\r
      Content-Length: %d\r
      Retry-After: 10\r
      Connection: close\r
      \r
      %s\
      """
          .formatted(FULL.length(), FULL)
          .getBytes(StandardCharsets.US_ASCII);

  private final ConnectionLimits limits;
  private final Http1ConnectionSelector http;
  private final Set<GuardedConnection> open = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();
  private final AtomicLong lastLogged = new AtomicLong(System.nanoTime() - LOG_INTERVAL.toNanos());
  private final SupervisedThread watch;

  /// @param upgrader the one upgrade that is allowed
  public ConnectionGuard(ConnectionLimits limits, Http1Upgrader upgrader) {
    this.limits = limits;
    this.http =
        Http1ConnectionSelector.builder()
            .config(
                Http1Config.builder()
                    .addReceiveListener(new CloseListener())
                    .addSendListener(new CloseListener())
                    .build())
            .addUpgraders(Map.of(upgrader.supportedProtocol(), new NotedUpgrader(upgrader)))
            .build();
    this.watch =
        SupervisedThread.restartedAfterErrors(
                Thread.ofPlatform().daemon().name("connection-deadlines"), this::expire)
            .start();
  }

  /// The web server keeps a connection open until its client closes it, also after it has sent or
  /// received `Connection: close`.
  private static final class CloseListener implements Http1ConnectionListener {
    @Override
    public void headers(ConnectionContext context, Headers headers) {
      if (says(headers, "close") && context instanceof GuardedConnection connection) {
        connection.closeAfterAnswer();
      }
    }
  }

  /// Tells the connection that it was upgraded. A handshake that is not one is a bad request.
  private record NotedUpgrader(Http1Upgrader upgrader) implements Http1Upgrader {

    @Override
    public String supportedProtocol() {
      return upgrader.supportedProtocol();
    }

    @Override
    public @Nullable ServerConnection upgrade(
        ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
      boolean isOld = context instanceof GuardedConnection its && its.isOld();
      if (isOld || !says(headers, "upgrade")) {
        return null;
      }
      try {
        ServerConnection upgraded = upgrader.upgrade(context, prologue, headers);
        if (upgraded != null && context instanceof GuardedConnection connection) {
          connection.upgraded();
        }
        return upgraded;
      } catch (IllegalArgumentException e) {
        throw RequestException.builder()
            .type(DirectHandler.EventType.BAD_REQUEST)
            .message("the header Sec-WebSocket-Key is not a key")
            .setKeepAlive(false)
            .cause(e)
            .build();
      }
    }
  }

  /// Whether the header `Connection` has the word.
  private static boolean says(Headers headers, String word) {
    return headers.contains(HeaderNames.CONNECTION)
        && headers.get(HeaderNames.CONNECTION).allValues().stream()
            .flatMap(value -> Stream.of(value.split(",")))
            .anyMatch(value -> value.strip().equalsIgnoreCase(word));
  }

  ConnectionLimits limits() {
    return limits;
  }

  @Override
  public int bytesToIdentifyConnection() {
    return 0;
  }

  @Override
  public Support supports(BufferData data) {
    return Support.SUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    return new GuardedConnection(context, http, this);
  }

  /// Admits a connection, or answers that there are too many. Returns whether it is admitted.
  boolean opened(GuardedConnection connection) {
    int here = perAddress.merge(connection.address(), 1, Integer::sum);
    open.add(connection);
    boolean isFull = open.size() > limits.total();
    if (!isFull && here <= limits.perAddress()) {
      return true;
    }
    closed(connection);
    log(connection.address(), isFull);
    connection.dataWriter().writeNow(BufferData.create(REJECTION));
    return false;
  }

  private void log(String address, boolean isFull) {
    long now = System.nanoTime();
    long last = lastLogged.get();
    if (now - last >= LOG_INTERVAL.toNanos() && lastLogged.compareAndSet(last, now)) {
      LOG.atWarn()
          .addKeyValue("address", address)
          .log(
              "connections are rejected: {} are open{}. Raise {} if they are yours",
              isFull ? limits.total() : limits.perAddress(),
              isFull ? "" : " from one address",
              isFull ? "--max-connections" : "--max-connections-per-address");
    }
  }

  void closed(GuardedConnection connection) {
    if (open.remove(connection)) {
      perAddress.computeIfPresent(
          connection.address(), (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /// How many connections are open.
  public int size() {
    return open.size();
  }

  private void expire() throws InterruptedException {
    while (true) {
      Thread.sleep(look());
      long now = System.nanoTime();
      open.forEach(connection -> connection.expire(now));
    }
  }

  private Duration look() {
    return Stream.of(LONGEST_LOOK, limits.head(), limits.request(), limits.idle())
        .min(Duration::compareTo)
        .orElse(LONGEST_LOOK);
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
