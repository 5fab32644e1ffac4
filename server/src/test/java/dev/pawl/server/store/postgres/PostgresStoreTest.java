package dev.pawl.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreContract;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.journal.JournalRows;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.TableReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// PostgreSQL keeps the contract, and its rows match the runs.
class PostgresStoreTest extends StoreContract {

  private final String url = TestPostgres.newSchema();
  private Connection connection;
  private TableReader rows;

  @Override
  public Store open() {
    return TestPostgres.open(url);
  }

  private Database database() {
    return ((SqlStore) store()).database();
  }

  @BeforeEach
  void openConnection() throws SQLException {
    connection = DriverManager.getConnection(url);
    rows = new TableReader(connection);
  }

  @AfterEach
  void closeConnection() throws SQLException {
    connection.close();
  }

  @Override
  public Aggregate replayed(Aggregate beginning) {
    return database().read(sql -> new JournalRows(sql).replay(beginning));
  }

  /// The doctor checks as if it were the beginning of time, when nothing is overdue.
  @Override
  public void lookAtAll() {
    var doctor = new Doctor((SqlStore) store(), new Engine(Deadlines.DEFAULT));
    assertThat(doctor.check(true, SampleCommits.BEGINNING).findings()).isEmpty();
  }

  @Override
  public void look(Run run) {
    rows.assertMatches(run);
    String where = " FROM transition WHERE aggregate = 'run' AND aggregate_id = '%s'";
    assertThat(rows.query(("SELECT count(*) = max(seq)" + where).formatted(run.id())))
        .containsExactly("true");
    for (String aggregate : rows.query("SELECT DISTINCT aggregate, aggregate_id FROM journal")) {
      String[] parts = aggregate.split("\\|", 2);
      var of = new AggregateKey(Machine.ofWireName(Aggregate.Kind.class, parts[0]), parts[1]);
      Optional<Long> broken = database().read(sql -> new JournalRows(sql).firstBroken(of));
      assertThat(broken).isEmpty();
    }
  }
}
