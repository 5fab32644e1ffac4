package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.runtime.Store;
import dev.pawl.server.runtime.StoreFailure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/// What PostgreSQL does not let happen, and what its tables show.
class PostgresGuardsTest extends GuardsContract {

  private final String url = Postgres.newSchema();

  @Override
  Store open() {
    return Postgres.open(url);
  }

  @Override
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @Test
  void aStoreOfANewerPawlIsRefused() throws SQLException {
    try (var raw = connect()) {
      new Rows(raw).change("INSERT INTO schema_version (version) VALUES (99)");
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("newer Pawl")
        .hasMessageContaining("99");
  }

  @Test
  void aDatabaseThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> PostgresStore.open("jdbc:postgresql://127.0.0.1:1/pawl"))
        .isInstanceOf(StoreFailure.class)
        .hasMessage("cannot open the database: it cannot be reached");
    assertThatThrownBy(() -> PostgresStore.open(url.replace("/postgres?", "/nowhere?")))
        .isInstanceOf(StoreFailure.class)
        .hasMessageContaining("there is no such database");
  }

  @Test
  void theJournalCannotBeEmptied() throws SQLException {
    try (var raw = connect()) {
      assertThatThrownBy(() -> new Rows(raw).change("TRUNCATE journal"))
          .hasMessageContaining("never rewritten");
    }
  }

  @Test
  void severalMayOpenAnEmptyOneAtOnce() throws Exception {
    String empty = Postgres.newSchema();
    try (var threads = java.util.concurrent.Executors.newFixedThreadPool(4)) {
      var opened =
          java.util.stream.IntStream.range(0, 4)
              .mapToObj(_ -> threads.submit(() -> PostgresStore.open(empty)))
              .toList();
      for (var one : opened) {
        try (var store = one.get()) {
          assertThat(store.nextRunNumber()).isPositive();
        }
      }
    }
  }
}
