package dev.pawl.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.auth.TokenRegistry;
import dev.pawl.server.store.StoredAnswer;
import dev.pawl.server.store.retention.RetentionPeriods;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server deletes old runs and logs as its configuration says.
class DailyRetentionTest {

  @TempDir private Path directory;

  private static RetentionPeriods periods(Optional<Duration> runs, Optional<Duration> logs) {
    RetentionPeriods plain = RetentionPeriods.DEFAULT;
    return new RetentionPeriods(runs, logs, plain.changes(), plain.idempotencyKeys());
  }

  /// A run whose effects are not delivered is kept.
  private void deliverEffects() throws SQLException {
    String file = "jdbc:sqlite:" + directory.resolve("pawl.db");
    try (var connection = DriverManager.getConnection(file);
        var statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM effect");
    }
  }

  /// Whether the run and its log are left. The run ended in January 2026.
  private String left(RetentionPeriods periods) throws IOException, SQLException {
    Path log = Files.createDirectories(directory.resolve("logs").resolve("r1"));
    Files.writeString(log.resolve("a"), "x");
    try (var store = TestSqliteStores.open(directory.resolve("pawl.db"))) {
      SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
      new DrivenRun(store, "r1").planned(SamplePlans.sideBySide(1)).running().failed();
      deliverEffects();
      try (var retention = new DailyRetention(store, directory.resolve("logs"), periods, _ -> {})) {
        retention.prune();
      }
      return (store.run(new RunId("r1")).isPresent() ? "run" : "")
          + (Files.exists(log) ? " log" : "");
    }
  }

  @Test
  void everythingIsKeptByDefault() throws IOException, SQLException {
    assertThat(left(RetentionPeriods.DEFAULT)).isEqualTo("run log");
  }

  @Test
  void oldLogsAreDeleted() throws IOException, SQLException {
    assertThat(left(periods(Optional.empty(), Optional.of(Duration.ofDays(1))))).isEqualTo("run");
  }

  @Test
  void oldRunsAreDeletedWithTheirLogs() throws IOException, SQLException {
    assertThat(left(periods(Optional.of(Duration.ofDays(1)), Optional.empty()))).isEmpty();
  }

  @Test
  void youngRunsAreKept() throws IOException, SQLException {
    var ages = Optional.of(Duration.ofDays(100_000));
    assertThat(left(periods(ages, ages))).isEqualTo("run log");
  }

  private int count(String table) throws SQLException {
    String file = "jdbc:sqlite:" + directory.resolve("pawl.db");
    try (var connection = DriverManager.getConnection(file);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
      return rows.getInt(1);
    }
  }

  @Test
  void oldAnswersAndSessionsAreDeleted() throws SQLException {
    Path file = directory.resolve("pawl.db");
    try (var store = TestSqliteStores.open(file);
        var retention = new DailyRetention(store, directory, RetentionPeriods.DEFAULT, _ -> {})) {
      Instant old = store.now().minus(Duration.ofDays(2));
      for (int i = 0; i < 600; i++) {
        var key = new StoredAnswer("t", "POST /", "k" + i, "c", 0, "");
        store.idempotencyKeys().claim(key, "", i == 0 ? store.now() : old, Instant.EPOCH);
      }
      var person = new TokenRegistry(store.tokens(), store::now).admin("ann", "test").id();
      try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
          var statement = connection.createStatement()) {
        statement.executeUpdate(
            "INSERT INTO session VALUES ('a', '%s', '2020-01-01T00:00:00.000Z'), ('b', '%s', '2999-01-01T00:00:00.000Z')"
                .formatted(person, person));
      }
      retention.prune();
      assertThat(count("idempotency_key")).isEqualTo(1);
      assertThat(count("session")).isEqualTo(1);
    }
  }

  @Test
  void oneServerDoesItADay() {
    try (var store = TestSqliteStores.open(directory.resolve("pawl.db"));
        var one = new DailyRetention(store, directory, RetentionPeriods.DEFAULT, _ -> {});
        var other = new DailyRetention(store, directory, RetentionPeriods.DEFAULT, _ -> {})) {
      assertThat(one.pruneDaily()).isTrue();
      assertThat(other.pruneDaily()).isFalse();
      assertThat(one.pruneDaily()).isFalse();
    }
  }
}
