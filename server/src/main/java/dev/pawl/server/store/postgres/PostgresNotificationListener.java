package dev.pawl.server.store.postgres;

import dev.pawl.server.SupervisedThread;
import dev.pawl.server.store.CommitNotice;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/// Listens for notifications of other orchestrators in a thread and on a connection of its own.
/// Notifications are lost while it is not connected, so the orchestrator polls as well.
final class PostgresNotificationListener implements AutoCloseable {

  static final String CHANNEL = "pawl";

  /// Its parameter is an array of texts.
  static final String NOTIFY = "SELECT pg_notify('" + CHANNEL + "', unnest(?::text[]))";

  private static final PGNotification[] NONE = {};

  /// Time to wait for the next notification, and between two attempts to connect.
  private static final Duration WAIT = Duration.ofSeconds(1);

  private final PostgresConnectionPool connections;
  private final Consumer<CommitNotice> listener;
  private final SupervisedThread thread;
  private volatile boolean isClosed;

  PostgresNotificationListener(
      PostgresConnectionPool connections, Consumer<CommitNotice> listener) {
    this.connections = connections;
    this.listener = listener;
    this.thread =
        SupervisedThread.restartedAfterErrors(
                Thread.ofPlatform().daemon().name("postgres-notifications"), this::listen)
            .start();
  }

  private void listen() {
    while (!isClosed) {
      try (Connection connection = connections.openUnpooled()) {
        try (var statement = connection.createStatement()) {
          statement.execute("LISTEN " + CHANNEL);
        }
        receive(connection.unwrap(PGConnection.class), connection);
      } catch (SQLException _) {
        pause();
      }
    }
  }

  private void receive(PGConnection connection, Connection own) throws SQLException {
    int backend = connection.getBackendPID();
    while (!isClosed && !own.isClosed() && backend != 0) {
      var notifications = connection.getNotifications((int) WAIT.toMillis());
      for (PGNotification one : notifications == null ? NONE : notifications) {
        listener.accept(CommitNotice.decoded(one.getParameter()));
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(WAIT);
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
