package dev.pawl.cli.faults;

import dev.pawl.cli.faults.StepLedger.Attempt;
import dev.pawl.server.store.sql.TableReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// Reads the runs directly from the file of the server's store.
final class ServerStoreReader implements AutoCloseable {

  /// The result of an attempt.
  ///
  /// @param endedAt by the server's clock, which is this machine's
  record Outcome(
      Attempt attempt,
      int job,
      String state,
      String message,
      boolean hasStarted,
      Instant endedAt) {}

  /// A transition in a run's journal: a cancellation of the run, or the start of an attempt.
  record Moved(String run, String entity, String event) {}

  /// An attempt that is leased to an agent.
  record InHand(Attempt attempt, String state) {}

  private final Connection connection;
  private final TableReader rows;

  ServerStoreReader(Path file) {
    try {
      this.connection =
          DriverManager.getConnection("jdbc:sqlite:%s?busy_timeout=5000".formatted(file));
      this.rows = new TableReader(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The open runs with state and message.
  List<String> open() {
    return rows.query("SELECT id, state, message FROM run WHERE ended_at IS NULL");
  }

  /// All runs, as `id|state`.
  List<String> runs() {
    return rows.query("SELECT id, state FROM run");
  }

  List<Outcome> attempts() {
    return rows
        .query(
            """
            SELECT run_id, job_id, attempt, job, state, started_at IS NOT NULL,
                   coalesce(ended_at, since), message
            FROM attempt ORDER BY 1, 4, 3
            """)
        .stream()
        .map(row -> row.split("\\|", 8))
        .map(row ->
            new Outcome(
                attempt(row),
                Integer.parseInt(row[3]),
                row[4],
                row[7],
                row[5].equals("1"),
                Instant.parse(row[6])))
        .toList();
  }

  private static Attempt attempt(String[] row) {
    return new Attempt(row[0], row[1], Integer.parseInt(row[2]));
  }

  List<Moved> cancelsAndStarts() {
    return rows
        .query(
            """
            SELECT aggregate_id, entity, event FROM transition
            WHERE aggregate = 'run'
              AND (machine = 'run' AND event LIKE 'CANCEL%'
                   OR machine = 'attempt' AND event = 'START')
            ORDER BY aggregate_id, seq
            """)
        .stream()
        .map(row -> row.split("\\|", 3))
        .map(row -> new Moved(row[0], row[1], row[2]))
        .toList();
  }

  /// The attempts that are leased to an agent.
  List<InHand> inHand(String agent) {
    return rows
        .query(
            """
            SELECT run_id, job_id, attempt, state FROM attempt
            WHERE is_leased = 1 AND agent = '%s'
            """
                .formatted(agent))
        .stream()
        .map(row -> row.split("\\|", 4))
        .map(row -> new InHand(attempt(row), row[3]))
        .toList();
  }

  /// The number of expired leases.
  int expired() {
    return Integer.parseInt(
        rows.query("SELECT count(*) FROM transition WHERE machine = 'lease' AND event = 'EXPIRE'")
            .getFirst());
  }

  /// Rows that must not exist when all runs have ended.
  List<String> leftOver() {
    return rows.query(
        """
        SELECT 'lease of ' || run_id FROM lease WHERE state IN ('granted', 'active')
        UNION ALL SELECT 'due ' || id FROM run WHERE due_at IS NOT NULL
        UNION ALL SELECT 'queued ' || run_id FROM attempt WHERE is_queued = 1
        UNION ALL SELECT 'effect of ' || aggregate_id FROM effect
        UNION ALL SELECT 'place of ' || run_id FROM member
        """);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
