package dev.pawl.server.store.postgres;

import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.rows.WorkPartition;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Which orchestrators are there: each says so with every poll.
final class OrchestratorPresence {

  /// Whoever has not said so for longer is taken to be gone.
  private static final Duration GONE = Duration.ofSeconds(5);

  private final SqlConnection sql;
  private final String id;

  OrchestratorPresence(SqlConnection sql, String id) {
    this.sql = sql;
    this.id = id;
  }

  /// Says that it is there, and tells its share of all that is to be done.
  WorkPartition announce(Instant now) throws SQLException {
    sql.statement(
            """
            INSERT INTO presence (id, last_at) VALUES (:id, :now)
            ON CONFLICT (id) DO UPDATE SET last_at = :now
            """)
        .with("id", id)
        .with("now", now)
        .update();
    List<String> there =
        sql.statement("SELECT id FROM presence WHERE last_at > :since ORDER BY id")
            .with("since", now.minus(GONE))
            .list(row -> row.getString(1));
    sql.statement("DELETE FROM presence WHERE last_at < :long")
        .with("long", now.minus(GONE.multipliedBy(100)))
        .update();
    return new WorkPartition("", Math.max(0, there.indexOf(id)), Math.max(1, there.size()));
  }

  int withdraw() throws SQLException {
    return sql.statement("DELETE FROM presence WHERE id = :id").with("id", id).update();
  }
}
