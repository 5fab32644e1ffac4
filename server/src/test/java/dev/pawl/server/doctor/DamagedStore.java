package dev.pawl.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.store.Rows;
import dev.pawl.server.store.SqlStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A store, a way past it to damage it, and a doctor. Another database is another subclass.
@SuppressWarnings("NullAway.Init") // before each test
abstract class DamagedStore {

  static final Engine ENGINE = new Engine(Deadlines.DEFAULT);
  static final Actor ANA = Actor.person("ana");

  private Patient patient;
  private SqlStore store;
  private Connection connection;
  private Rows rows;

  /// A new one each time.
  abstract Patient patient();

  @BeforeEach
  void aStore() throws SQLException {
    patient = patient();
    store = patient.open();
    Commits.register(store, Commits.AGENT, 10, "linux");
    connection = patient.connect();
    rows = new Rows(connection);
  }

  @AfterEach
  void noStore() throws SQLException {
    connection.close();
    store.close();
  }

  final SqlStore store() {
    return store;
  }

  final Rows rows() {
    return rows;
  }

  final DrivenRun run(String id) {
    return new DrivenRun(store, id);
  }

  final void damage(String statement) throws SQLException {
    rows.change(statement);
  }

  /// Lets the journal be rewritten.
  final void unguard() throws SQLException {
    for (String statement : patient.unguarding()) {
      damage(statement);
    }
  }

  /// What is wrong, at a time at which nothing is late.
  final List<Finding> findings() {
    return findings(Commits.BEGINNING);
  }

  final List<Finding> findings(Instant now) {
    return new Doctor(store, ENGINE).check(true, now).findings();
  }

  final void isHealthy() {
    assertThat(findings()).isEmpty();
  }

  /// Repairs that are allowed to reset these breakers unchecked.
  final Treatment treatment(HealthCheck check, String... resets) {
    var setting = new Treatment.Setting(Instant.EPOCH, check, List.of(resets));
    return new Treatment(store, ENGINE, ANA, () -> UUID.randomUUID().toString(), setting);
  }

  final List<Treatment.Outcome> repair(List<Finding> findings) {
    Treatment treatment = treatment(_ -> false);
    return findings.stream().map(treatment::of).toList();
  }
}
