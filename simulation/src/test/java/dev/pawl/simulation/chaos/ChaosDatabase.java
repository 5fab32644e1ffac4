package dev.pawl.simulation.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Reads the runs from the database directly, past every orchestrator.
final class ChaosDatabase {

  /// An attempt as it is stored.
  ///
  /// @param hasStarted whether a start was ever committed
  /// @param completedBy the lease that its result was accepted under; 0 if there is none
  record Attempt(
      String run, String job, int attempt, String state, boolean hasStarted, int completedBy) {}

  /// A transition in a run's journal: its cancel, or the start of an attempt.
  ///
  /// @param entity the run, or the attempt
  record JournalMove(String run, String entity, String event) {}

  private final Connection connection;

  ChaosDatabase(Connection connection) {
    this.connection = connection;
  }

  List<Attempt> attempts() throws SQLException {
    List<Attempt> attempts = new ArrayList<>();
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                """
                SELECT run_id, job_id, attempt, state, started_at IS NOT NULL,
                       CASE lease_state WHEN 'completed' THEN lease ELSE 0 END
                FROM attempt ORDER BY 1, 2, 3
                """)) {
      while (rows.next()) {
        attempts.add(
            new Attempt(
                rows.getString(1),
                rows.getString(2),
                rows.getInt(3),
                rows.getString(4),
                rows.getBoolean(5),
                rows.getInt(6)));
      }
    }
    return attempts;
  }

  /// Every cancel and every start, in the order of each run's journal.
  List<JournalMove> cancelsAndStarts() throws SQLException {
    List<JournalMove> moved = new ArrayList<>();
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                """
                SELECT aggregate_id, entity, event FROM transition
                WHERE aggregate = 'run'
                  AND (machine = 'run' AND event LIKE 'CANCEL%'
                       OR machine = 'attempt' AND event = 'START')
                ORDER BY aggregate_id, seq
                """)) {
      while (rows.next()) {
        moved.add(new JournalMove(rows.getString(1), rows.getString(2), rows.getString(3)));
      }
    }
    return moved;
  }

  /// The number of leases that expired.
  int expired() throws SQLException {
    return Integer.parseInt(
        texts("SELECT count(*) FROM transition WHERE machine = 'lease' AND event = 'EXPIRE'")
            .getFirst());
  }

  /// Rows that should be gone when everything is over, in words.
  List<String> leftOver() throws SQLException {
    List<String> left = new ArrayList<>();
    left.addAll(
        texts(
            "SELECT 'run ' || id || ' ' || state || ' since ' || since FROM run WHERE ended_at IS NULL"));
    left.addAll(
        texts(
            """
            SELECT 'lease ' || run_id || ' ' || job || '/' || attempt || '#' || lease || ' of ' || agent
              || ' ' || state || ' since ' || renewed_at FROM lease WHERE state IN ('granted', 'active')
            """));
    left.addAll(texts("SELECT 'due ' || id || ' at ' || due_at FROM run WHERE due_at IS NOT NULL"));
    left.addAll(
        texts(
            "SELECT 'queued ' || run_id || ' since ' || queued_at FROM attempt WHERE is_queued = 1"));
    left.addAll(
        texts(
            "SELECT 'effect ' || kind || ' of ' || aggregate_id || ' ' || body || ' at ' || at FROM effect"));
    left.addAll(texts("SELECT 'place of ' || run_id || ' in ' || group_key FROM member"));
    return left;
  }

  List<String> texts(String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
