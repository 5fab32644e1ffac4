package dev.pawl.server.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.postgresql.PGConnection;

/// Hears what other orchestrators notify of, and says so. It may miss something, while it has no
/// connection: whoever listens looks by himself from time to time as well.
final class PostgresNotificationListener implements AutoCloseable {

  static final String CHANNEL = "pawl";

  /// How long one waits for the next news, and before the next try to connect.
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final PostgresConnectionPool connections;
  private final Runnable listener;
  private final Thread thread;
  private volatile boolean isClosed;

  PostgresNotificationListener(PostgresConnectionPool connections, Runnable listener) {
    this.connections = connections;
    this.listener = listener;
    this.thread = Thread.ofPlatform().daemon().name("news").start(this::listen);
  }

  private void listen() {
    while (!isClosed) {
      try (Connection connection = connections.open()) {
        try (var statement = connection.createStatement()) {
          statement.execute("LISTEN " + CHANNEL);
        }
        hear(connection.unwrap(PGConnection.class), connection);
      } catch (SQLException _) {
        pause();
      }
    }
  }

  private void hear(PGConnection connection, Connection own) throws SQLException {
    int backend = connection.getBackendPID();
    while (!isClosed && !own.isClosed() && backend != 0) {
      var news = connection.getNotifications((int) PATIENCE.toMillis());
      if (news != null && news.length > 0) {
        listener.run();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PATIENCE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
  }
}
