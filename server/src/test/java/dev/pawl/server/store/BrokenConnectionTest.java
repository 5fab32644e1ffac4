package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.runtime.StoreFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/// A connection that breaks before any statement of a poll, its end included: that is a failure of
/// the store, as any other, and the next poll has another connection.
class BrokenConnectionTest {

  private final Deque<Connection> connections = new ArrayDeque<>();
  private int breaksBefore;

  @Test
  void aPollWhoseConnectionBreaksFailsAndTheNextDoesNot() {
    var watched =
        new Watched(statement -> {
          if (statement == breaksBefore) {
            closeAll();
          }
        });
    var factory =
        new PostgresConnections(
            Postgres.newSchema(),
            connection -> {
              connections.add(connection);
              return watched.of(connection);
            });
    try (var store = PostgresStore.open(factory)) {
      watched.count();
      store.served(store.now());
      int statements = watched.statements();
      assertThat(statements).isGreaterThan(3);
      for (breaksBefore = 1; breaksBefore <= statements; breaksBefore++) {
        watched.count();
        assertThatThrownBy(() -> store.served(store.now()))
            .as("before statement %d", breaksBefore)
            .isInstanceOf(StoreFailure.class);
        watched.stop();
        assertThat(store.served(store.now())).isNotNull();
      }
    }
  }

  private void closeAll() {
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
    connections.clear();
  }
}
