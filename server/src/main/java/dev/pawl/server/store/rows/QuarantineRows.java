package dev.pawl.server.store.rows;

import dev.pawl.core.identity.RunId;
import dev.pawl.expression.value.StorableText;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Reads and writes which runs are quarantined. The row of a run that has ended says only that it
/// was: by it the doctor finds the run.
public final class QuarantineRows {

  private static final int LONGEST_REASON = 2_000;

  private static final String QUARANTINED =
      """
      SELECT run_id, quarantine.reason, at, orchestrator
      FROM quarantine JOIN run ON run.id = run_id WHERE ended_at IS NULL
      """;

  /// Every orchestrator asks this every second: it reads no row of which is known that its run has
  /// ended.
  static final String LATEST = QUARANTINED + " AND NOT ended ORDER BY at DESC, run_id LIMIT :limit";

  private final Database database;

  public QuarantineRows(Database database) {
    this.database = database;
  }

  /// Records that the run is quarantined, unless it does not exist or has ended. Marks the rows of
  /// runs that have ended since the last time, so that no poll reads them any more.
  public void add(QuarantinedRun quarantined) {
    String reason = quarantined.reason();
    String cut = reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
    database.transact(sql -> {
      sql.statement(
              """
              UPDATE quarantine SET ended = TRUE
              WHERE NOT ended
                AND EXISTS (SELECT 1 FROM run WHERE run.id = run_id AND ended_at IS NOT NULL)
              """)
          .update();
      return sql.statement(
              """
              INSERT INTO quarantine (run_id, reason, at, orchestrator)
              SELECT id, :reason, :at, :orchestrator FROM run
              WHERE id = :run AND ended_at IS NULL
              ON CONFLICT (run_id) DO UPDATE
              SET reason = excluded.reason, at = excluded.at, orchestrator = excluded.orchestrator,
                  ended = FALSE
              """)
          .with("reason", StorableText.of(cut))
          .with("at", quarantined.since())
          .with("orchestrator", quarantined.orchestrator())
          .with("run", quarantined.run().value())
          .update();
    });
  }

  /// The quarantined runs, latest first.
  public List<QuarantinedRun> latest(int limit) {
    return database.read(
        sql -> sql.statement(LATEST).with("limit", limit).list(QuarantineRows::quarantined));
  }

  /// The quarantine of a run; empty if it has none, or has ended.
  public Optional<QuarantinedRun> of(RunId run) {
    return database.read(sql ->
        sql.statement(QUARANTINED + " AND run_id = :run")
            .with("run", run.value())
            .first(QuarantineRows::quarantined));
  }

  /// Releases the run, so that orchestrators decide about it again.
  public void release(RunId run) {
    database.transact(sql ->
        sql.statement("DELETE FROM quarantine WHERE run_id = :run")
            .with("run", run.value())
            .update());
  }

  private static QuarantinedRun quarantined(ResultSet row) throws SQLException {
    return new QuarantinedRun(
        new RunId(row.getString(1)),
        row.getString(2),
        SqlConnection.instantInOrder(row, 3),
        row.getString(4));
  }
}
