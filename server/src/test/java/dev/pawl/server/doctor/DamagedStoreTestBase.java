package dev.pawl.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sql.TableReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A store, a connection to damage it, and a doctor. Each database has a subclass.
@SuppressWarnings("NullAway.Init") // before each test
abstract class DamagedStoreTestBase {

  static final Engine ENGINE = new Engine(Deadlines.DEFAULT);
  static final Actor OPERATOR = Actor.person("ops");

  private DatabaseUnderTest patient;
  private SqlStore store;
  private Connection connection;
  private TableReader rows;

  /// A new database each time.
  abstract DatabaseUnderTest patient();

  @BeforeEach
  void openStore() throws SQLException {
    patient = patient();
    store = patient.open();
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
    connection = patient.connect();
    rows = new TableReader(connection);
  }

  @AfterEach
  void closeStore() throws SQLException {
    connection.close();
    store.close();
  }

  final SqlStore store() {
    return store;
  }

  final TableReader rows() {
    return rows;
  }

  final DrivenRun run(String id) {
    return new DrivenRun(store, id);
  }

  final void damage(String statement) throws SQLException {
    rows.execute(statement);
  }

  final String unreadableTime() {
    return patient.unreadableTime();
  }

  /// Drops the triggers that protect the journal.
  final void unguard() throws SQLException {
    for (String statement : patient.journalUnlockStatements()) {
      damage(statement);
    }
  }

  /// The findings at a time when nothing is overdue.
  final List<Finding> findings() {
    return findings(SampleCommits.BEGINNING);
  }

  final List<Finding> findings(Instant now) {
    return new Doctor(store, ENGINE).check(true, now).findings();
  }

  final void isHealthy() {
    assertThat(findings()).isEmpty();
  }

  /// Repairs that may reset these breakers without a health check.
  final StoreRepair treatment(HealthCheck check, String... resets) {
    var setting = new StoreRepair.RepairOptions(Instant.EPOCH, check, List.of(resets));
    return new StoreRepair(store, ENGINE, OPERATOR, () -> UUID.randomUUID().toString(), setting);
  }

  final List<StoreRepair.RepairResult> repair(List<Finding> findings) {
    StoreRepair treatment = treatment(_ -> false);
    return findings.stream().map(treatment::repair).toList();
  }
}
