package dev.pawl.benchmarks.baseline;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Writes the baseline's rows to SQLite by its one writer.
public final class SqliteBaselineRows implements StoreBaseline.Rows {

  private record Step(long run, int number) {}

  private final List<Long> runs = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final Connection connection;
  private final PreparedStatement insertRun;
  private final PreparedStatement insertStep;
  private final PreparedStatement insertEvent;

  public SqliteBaselineRows(String url) throws SQLException {
    connection = DriverManager.getConnection(url);
    execute("PRAGMA journal_mode=WAL");
    execute("PRAGMA synchronous=FULL");
    execute("CREATE TABLE run (id INTEGER PRIMARY KEY, state TEXT NOT NULL) STRICT");
    execute(
        """
        CREATE TABLE step (run INTEGER NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL,
          PRIMARY KEY (run, number)) STRICT, WITHOUT ROWID
        """);
    execute(
        """
        CREATE TABLE event (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, step INTEGER NOT NULL,
          body TEXT NOT NULL) STRICT
        """);
    insertRun = connection.prepareStatement("INSERT INTO run (id, state) VALUES (?, 'running')");
    insertStep =
        connection.prepareStatement(
            "INSERT INTO step (run, number, state) VALUES (?, ?, 'success')");
    insertEvent =
        connection.prepareStatement(
            "INSERT INTO event (run, step, body) VALUES (?, ?, 'running to success')");
  }

  @Override
  public void run(long run) {
    runs.add(run);
  }

  @Override
  public void step(long run, int step) {
    steps.add(new Step(run, step));
  }

  @Override
  public void commit() throws SQLException {
    execute("BEGIN IMMEDIATE");
    for (long run : runs) {
      insertRun.setLong(1, run);
      insertRun.executeUpdate();
    }
    for (Step step : steps) {
      insert(insertStep, step);
      insert(insertEvent, step);
    }
    execute("COMMIT");
    runs.clear();
    steps.clear();
  }

  private static void insert(PreparedStatement statement, Step step) throws SQLException {
    statement.setLong(1, step.run());
    statement.setInt(2, step.number());
    statement.executeUpdate();
  }

  private void execute(String command) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
