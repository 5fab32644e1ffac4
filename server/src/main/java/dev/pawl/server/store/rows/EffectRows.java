package dev.pawl.server.store.rows;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.StoredEffect;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.util.List;

/// Reads the outbox of undelivered effects.
public final class EffectRows {

  private final SqlConnection sql;

  public EffectRows(SqlConnection sql) {
    this.sql = sql;
  }

  /// The oldest effects with a greater id.
  ///
  /// @param owner the orchestrator that delivers: the effects of its runs, except what they ask of
  ///   other runs, and what other runs ask of its runs; empty for all effects
  public List<StoredEffect> after(long id, int limit, String owner) throws SQLException {
    return sql.statement(
            """
            SELECT id, aggregate_id, body, at FROM effect
            WHERE id > :after
              AND (:owner = ''
                   OR EXISTS (SELECT 1 FROM run
                              WHERE run.id = CASE target WHEN '' THEN aggregate_id ELSE target END
                                AND run.owner = :owner))
            ORDER BY id LIMIT :limit
            """)
        .with("after", id)
        .with("owner", owner)
        .with("limit", limit)
        .withoutPlanCache()
        .list(row ->
            new StoredEffect(
                row.getLong(1),
                row.getString(2),
                StoreCodec.effect(row.getString(3)),
                SqlConnection.instantInOrder(row, 4)));
  }

  /// Deletes the effects of a run that are addressed to its agents, and what other runs ask of it.
  /// Returns how many.
  public int deleteUndeliverable(RunId run) throws SQLException {
    return sql.statement(
            """
            DELETE FROM effect
            WHERE target = :run
               OR (aggregate = 'run' AND aggregate_id = :run AND kind IN ('dispatch', 'cancel-job', 'fence'))
            """)
        .with("run", run.value())
        .update();
  }
}
