package dev.pawl.server.store.rows;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// Reads the queue of attempts that wait for an agent.
public final class ReadyRows {

  /// Labels that no agent has.
  private static final List<String> UNREADABLE = List.of("(labels that cannot be read)");

  private final SqlConnection sql;

  public ReadyRows(SqlConnection sql) {
    this.sql = sql;
  }

  public List<QueuedAttempt> after(QueuePosition age, int limit, WorkPartition share, Instant now)
      throws SQLException {
    var ready =
        sql.statement(
            """
            SELECT run_id, job, attempt, run.org, run.repository, priority, runs_on, queued_at, has_group
            FROM attempt JOIN run ON run.id = run_id
            WHERE is_queued = 1 AND (queued_at, run_id, job, attempt) > (:since, :run, :job, :attempt)
              AND %s
              AND NOT EXISTS (SELECT 1 FROM quarantine WHERE quarantine.run_id = attempt.run_id)
            ORDER BY queued_at, run_id, job, attempt LIMIT :limit
            """
                .formatted(share.condition("queued_at")));
    return share
        .bind(ready, now)
        .with("since", age.since())
        .with("run", age.run().value())
        .with("job", age.attempt().job())
        .with("attempt", age.attempt().attempt())
        .with("limit", limit)
        .withoutPlanCache()
        .list(ReadyRows::ready);
  }

  private static QueuedAttempt ready(ResultSet row) throws SQLException {
    return new QueuedAttempt(
        new RunId(row.getString(1)),
        new AttemptRef(row.getInt(2), row.getInt(3)),
        new RepositoryKey(row.getString(4), row.getString(5)),
        SqlConnection.readOr(0, () -> row.getInt(6)),
        SqlConnection.readOr(UNREADABLE, () -> StoreCodec.texts(row.getString(7))),
        SqlConnection.instantInOrder(row, 8),
        row.getInt(9) == 1);
  }
}
