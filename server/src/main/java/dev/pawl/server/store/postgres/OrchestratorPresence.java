package dev.pawl.server.store.postgres;

import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.rows.WorkPartition;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Records which orchestrators are running: each renews its row in table `presence` with every
/// poll.
final class OrchestratorPresence {

  /// An orchestrator that has not renewed its row for longer counts as stopped.
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final SqlConnection sql;
  private final String id;

  OrchestratorPresence(SqlConnection sql, String id) {
    this.sql = sql;
    this.id = id;
  }

  /// Renews the row of this orchestrator, and returns its part of the work.
  WorkPartition announce(Instant now) throws SQLException {
    sql.statement(
            """
            INSERT INTO presence (id, last_at) VALUES (:id, :now)
            ON CONFLICT (id) DO UPDATE SET last_at = :now
            """)
        .with("id", id)
        .with("now", now)
        .update();
    List<String> running =
        sql.statement("SELECT id FROM presence WHERE last_at > :since ORDER BY id")
            .with("since", now.minus(TIMEOUT))
            .list(row -> row.getString(1));
    sql.statement("DELETE FROM presence WHERE last_at < :long")
        .with("long", now.minus(TIMEOUT.multipliedBy(100)))
        .update();
    return new WorkPartition("", Math.max(0, running.indexOf(id)), Math.max(1, running.size()));
  }

  int withdraw() throws SQLException {
    return sql.statement("DELETE FROM presence WHERE id = :id").with("id", id).update();
  }
}
