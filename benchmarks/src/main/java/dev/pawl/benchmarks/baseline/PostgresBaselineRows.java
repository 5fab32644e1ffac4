package dev.pawl.benchmarks.baseline;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Writes the baseline's rows to PostgreSQL by one connection, each table's rows as arrays in one
/// statement.
public final class PostgresBaselineRows implements StoreBaseline.Rows {

  private final List<Long> runs = new ArrayList<>();
  private final List<Long> runOfStep = new ArrayList<>();
  private final List<Integer> steps = new ArrayList<>();
  private final Connection connection;
  private final PreparedStatement insertRuns;
  private final PreparedStatement insertSteps;
  private final PreparedStatement insertEvents;

  public PostgresBaselineRows(String url) throws SQLException {
    connection = DriverManager.getConnection(url);
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE run (id bigint PRIMARY KEY, state text NOT NULL);
          CREATE TABLE step (run bigint NOT NULL, number int NOT NULL, state text NOT NULL,
            PRIMARY KEY (run, number));
          CREATE TABLE event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            run bigint NOT NULL, step int NOT NULL, body text NOT NULL);
          """);
    }
    connection.setAutoCommit(false);
    insertRuns =
        connection.prepareStatement(
            "INSERT INTO run (id, state) SELECT id, 'running' FROM unnest(?) AS id");
    insertSteps =
        connection.prepareStatement(
            """
            INSERT INTO step (run, number, state)
            SELECT run, number, 'success' FROM unnest(?, ?) AS added (run, number)
            """);
    insertEvents =
        connection.prepareStatement(
            """
            INSERT INTO event (run, step, body)
            SELECT run, number, 'running to success' FROM unnest(?, ?) AS added (run, number)
            """);
  }

  @Override
  public void run(long run) {
    runs.add(run);
  }

  @Override
  public void step(long run, int step) {
    runOfStep.add(run);
    steps.add(step);
  }

  @Override
  public void commit() throws SQLException {
    if (!runs.isEmpty()) {
      insertRuns.setArray(1, connection.createArrayOf("bigint", runs.toArray()));
      insertRuns.executeUpdate();
    }
    for (PreparedStatement insert : List.of(insertSteps, insertEvents)) {
      insert.setArray(1, connection.createArrayOf("bigint", runOfStep.toArray()));
      insert.setArray(2, connection.createArrayOf("int", steps.toArray()));
      insert.executeUpdate();
    }
    connection.commit();
    runs.clear();
    runOfStep.clear();
    steps.clear();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
