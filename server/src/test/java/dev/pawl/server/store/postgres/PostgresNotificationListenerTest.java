package dev.pawl.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ConditionAwaiter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class PostgresNotificationListenerTest {

  private final AtomicInteger notifications = new AtomicInteger();

  @Test
  void anErrorRestartsTheListener() throws SQLException {
    try (var connections = new PostgresConnectionPool(TestPostgres.newSchema());
        var _ = new PostgresNotificationListener(connections, _ -> fail());
        Connection sender = connections.openUnpooled()) {
      ConditionAwaiter.is("notified after a restart", () -> notifiedTwice(sender));
    }
    assertThat(notifications).hasValueGreaterThanOrEqualTo(2);
  }

  private void fail() {
    notifications.incrementAndGet();
    throw new StackOverflowError("too deep");
  }

  private boolean notifiedTwice(Connection sender) {
    try (var statement = sender.createStatement()) {
      statement.execute("NOTIFY " + PostgresNotificationListener.CHANNEL);
      return notifications.get() >= 2;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
