package dev.pawl.benchmarks.pawl;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Fills a store with copies of an ended run of one job, with all its rows: much faster than
/// running them. The hash chains of the copies are not valid, which no benchmark checks.
final class StoreFiller {

  private static final long CHUNK = 20_000;
  private static final long FIRST_NUMBER = 1_000_000_000L;

  /// The tables that have rows of a run, with the column of the run's id.
  private record Part(String table, String id) {}

  private static final List<Part> PARTS =
      List.of(
          new Part("run", "id"),
          new Part("attempt", "run_id"),
          new Part("step", "run_id"),
          new Part("journal", "aggregate_id"));

  private final String url;
  private final boolean isSqlite;

  StoreFiller(String url) {
    this.url = url;
    this.isSqlite = url.startsWith("jdbc:sqlite:");
  }

  void fill(long runs) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      String sample = sample(connection);
      if (!isSqlite) {
        trust(connection);
      }
      connection.setAutoCommit(false);
      for (Part part : PARTS) {
        setAside(connection, part, sample);
      }
      for (long done = 0; done < runs; done += CHUNK) {
        for (Part part : PARTS) {
          copy(connection, part, done, Math.min(CHUNK, runs - done));
        }
        connection.commit();
      }
      connection.setAutoCommit(true);
      try (var statement = connection.createStatement()) {
        statement.execute(isSqlite ? "PRAGMA wal_checkpoint(TRUNCATE)" : "VACUUM ANALYZE");
      }
    }
  }

  /// Foreign keys are not checked: copied rows refer to copied rows.
  private static void trust(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica");
    }
  }

  /// Queues attempts of the copies for agents that do not exist.
  void queue(long attempts) throws SQLException {
    String now = isSqlite ? "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')" : "now()";
    try (Connection connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          """
          UPDATE attempt SET is_queued = 1, queued_at = %s, runs_on = '["elsewhere"]'
          WHERE run_id IN (SELECT id FROM run WHERE number > %d ORDER BY number LIMIT %d)
          """
              .formatted(now, FIRST_NUMBER, attempts));
    }
  }

  /// A run of one job.
  private static String sample(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT id FROM run
                WHERE ended_at IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.run_id = run.id AND job > 0)
                LIMIT 1
                """)) {
      if (!row.next()) {
        throw new SQLException("no run of one job is over");
      }
      return row.getString(1);
    }
  }

  /// The rows to copy, in tables of their own: searching a growing table would become slower with
  /// every chunk where no index begins with the run.
  private static void setAside(Connection connection, Part part, String sample)
      throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(
          "CREATE TEMPORARY TABLE sample_%1$s AS SELECT * FROM %1$s WHERE %2$s = '%3$s'"
              .formatted(part.table(), part.id(), sample));
    }
  }

  private void copy(Connection connection, Part part, long from, long count) throws SQLException {
    List<String> names = columns(connection, part.table());
    List<String> values = new ArrayList<>();
    for (String name : names) {
      values.add(
          name.equals(part.id())
              ? (isSqlite ? "printf('%032x', n)" : "lpad(to_hex(n), 32, '0')")
              : name.equals("number")
                  ? FIRST_NUMBER + " + n"
                  : "sample_" + part.table() + "." + name);
    }
    String numbers =
        isSqlite
            ? "(WITH RECURSIVE count (n) AS (SELECT %d UNION ALL SELECT n + 1 FROM count LIMIT %d) SELECT n FROM count)"
                .formatted(from + 1, count)
            : "(SELECT generate_series(%d, %d) AS n)".formatted(from + 1, from + count);
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(
          "INSERT INTO %1$s (%2$s) SELECT %3$s FROM sample_%1$s, %4$s AS numbers"
              .formatted(
                  part.table(), String.join(", ", names), String.join(", ", values), numbers));
    }
  }

  private static List<String> columns(Connection connection, String table) throws SQLException {
    List<String> names = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
      for (int column = 1; column <= none.getMetaData().getColumnCount(); column++) {
        names.add(none.getMetaData().getColumnName(column));
      }
    }
    return names;
  }
}
