package dev.pawl.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sql.ConstraintsContract;
import dev.pawl.server.store.sql.TableReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/// The constraints and the readable tables of PostgreSQL.
class PostgresConstraintsTest extends ConstraintsContract {

  private final String url = TestPostgres.newSchema();

  @Override
  public Store open() {
    return TestPostgres.open(url);
  }

  @Override
  public String changeOrder() {
    return "transaction, aggregate, aggregate_id, seq";
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @Test
  void aStoreOfANewerPawlIsRejected() throws SQLException {
    try (var raw = connect()) {
      new TableReader(raw).execute("INSERT INTO pawl_schema (version) VALUES (99)");
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("newer Pawl")
        .hasMessageContaining("99");
  }

  @Test
  void anUnreachableDatabaseIsReported() {
    assertThatThrownBy(() -> PostgresStore.open("jdbc:postgresql://127.0.0.1:1/pawl"))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessage("cannot open the database: it cannot be reached");
    assertThatThrownBy(() -> PostgresStore.open(url.replace("/postgres?", "/nowhere?")))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("there is no such database");
  }

  @Test
  void theJournalCannotBeEmptied() throws SQLException {
    try (var raw = connect()) {
      assertThatThrownBy(() -> new TableReader(raw).execute("TRUNCATE journal"))
          .hasMessageContaining("never rewritten");
    }
  }

  @Test
  void changesOfATransactionThatEndsLateAreNotPassedBy() throws SQLException {
    try (var store = PostgresStore.open(url);
        var late = connect();
        var reader = connect()) {
      late.setAutoCommit(false);
      new TableReader(late).execute(entry("late"));
      new DrivenRun(store, "r1").does(new EngineCommand.StartPlanning());
      assertThat(new TableReader(reader).query(CHANGED)).isEmpty();
      late.commit();
      assertThat(new TableReader(reader).query(CHANGED)).containsExactly("late", "r1");
    }
  }

  private static final String CHANGED =
      "SELECT aggregate_id FROM change WHERE aggregate = 'run' ORDER BY transaction";

  private static String entry(String run) {
    return """
    INSERT INTO journal (aggregate, aggregate_id, seq, last_seq, decisions, version, commit_id, at, transitions, hash)
    VALUES ('run', '%s', 1, 1, 1, 1, 'c', '2026-01-01T00:00:00Z', '[]', '')
    """
        .formatted(run);
  }

  @Test
  void severalMayOpenAnEmptyDatabaseAtOnce() throws Exception {
    String empty = TestPostgres.newSchema();
    try (var threads = java.util.concurrent.Executors.newFixedThreadPool(4)) {
      var opened =
          java.util.stream.IntStream.range(0, 4)
              .mapToObj(_ -> threads.submit(() -> PostgresStore.open(empty)))
              .toList();
      for (var one : opened) {
        try (var store = one.get()) {
          assertThat(store.nextRunNumber(DrivenRun.NO_REPOSITORY)).isPositive();
        }
      }
    }
  }
}
