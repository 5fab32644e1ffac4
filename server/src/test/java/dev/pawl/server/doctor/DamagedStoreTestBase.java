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

/// A store, a way past it to damage it, and a doctor. Another database is another subclass.
@SuppressWarnings("NullAway.Init") // before each test
abstract class DamagedStoreTestBase {

  static final Engine ENGINE = new Engine(Deadlines.DEFAULT);
  static final Actor ANA = Actor.person("ana");

  private DatabaseUnderTest patient;
  private SqlStore store;
  private Connection connection;
  private TableReader rows;

  /// A new one each time.
  abstract DatabaseUnderTest patient();

  @BeforeEach
  void aStore() throws SQLException {
    patient = patient();
    store = patient.open();
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
    connection = patient.connect();
    rows = new TableReader(connection);
  }

  @AfterEach
  void noStore() throws SQLException {
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

  /// Lets the journal be rewritten.
  final void unguard() throws SQLException {
    for (String statement : patient.journalUnlockStatements()) {
      damage(statement);
    }
  }

  /// What is wrong, at a time at which nothing is late.
  final List<Finding> findings() {
    return findings(SampleCommits.BEGINNING);
  }

  final List<Finding> findings(Instant now) {
    return new Doctor(store, ENGINE).check(true, now).findings();
  }

  final void isHealthy() {
    assertThat(findings()).isEmpty();
  }

  /// Repairs that are allowed to reset these breakers unchecked.
  final StoreRepair treatment(HealthCheck check, String... resets) {
    var setting = new StoreRepair.RepairOptions(Instant.EPOCH, check, List.of(resets));
    return new StoreRepair(store, ENGINE, ANA, () -> UUID.randomUUID().toString(), setting);
  }

  final List<StoreRepair.RepairResult> repair(List<Finding> findings) {
    StoreRepair treatment = treatment(_ -> false);
    return findings.stream().map(treatment::repair).toList();
  }
}
