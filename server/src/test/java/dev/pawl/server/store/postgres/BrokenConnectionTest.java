package dev.pawl.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.migration.Migrations;
import dev.pawl.server.store.sql.StatementCounter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.postgresql.jdbc.PgConnection;

/// A connection that breaks before any statement of a poll, its commit included, makes that poll
/// fail. The next poll uses another connection.
class BrokenConnectionTest {

  private final Set<PgConnection> connections = new HashSet<>();
  private int breaksBefore;

  @Test
  void afterABrokenConnectionTheNextPollSucceeds() {
    var watched =
        new StatementCounter(statement -> {
          if (statement == breaksBefore) {
            closeAll();
          }
        });
    var factory =
        new PostgresConnectionPool(
            TestPostgres.newSchema(),
            connection -> {
              connections.add(physical(connection));
              return watched.wrap(connection);
            });
    try (var store = PostgresStore.open(factory, Migrations.POSTGRESQL)) {
      watched.count();
      store.recordPresence(store.now());
      int statements = watched.statements();
      assertThat(statements).isGreaterThan(3);
      for (breaksBefore = 1; breaksBefore <= statements; breaksBefore++) {
        watched.count();
        assertThatThrownBy(() -> store.recordPresence(store.now()))
            .as("before statement %d", breaksBefore)
            .isInstanceOf(StoreUnavailable.class);
        watched.stop();
        assertThat(store.recordPresence(store.now())).isNotNull();
      }
    }
  }

  private static PgConnection physical(Connection pooled) {
    try {
      return pooled.unwrap(PgConnection.class);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void closeAll() {
    for (PgConnection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
    connections.clear();
  }
}
