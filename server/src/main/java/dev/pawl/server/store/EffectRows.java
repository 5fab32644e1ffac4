package dev.pawl.server.store;

import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.StoredEffect;
import java.sql.SQLException;
import java.util.List;

/// The outbox.
final class EffectRows {

  private final Sql sql;

  EffectRows(Sql sql) {
    this.sql = sql;
  }

  /// @param owner whose runs' effects; empty for all there are
  List<StoredEffect> after(long id, int most, String owner) throws SQLException {
    return sql.of(
            """
            SELECT id, aggregate_id, kind, body, at FROM effect
            WHERE id > :after
              AND (:owner = '' OR EXISTS (SELECT 1 FROM run WHERE run.id = aggregate_id AND run.owner = :owner))
            ORDER BY id LIMIT :most
            """)
        .with("after", id)
        .with("owner", owner)
        .with("most", most)
        .thoughtAnew()
        .list(row ->
            new StoredEffect(
                row.getLong(1),
                row.getString(2),
                EffectCodec.decode(row.getString(3), row.getString(4)),
                Sql.instant(row, 5)));
  }

  /// What its agents were to be told, and nobody else.
  int forget(RunId run) throws SQLException {
    return sql.of(
            """
            DELETE FROM effect
            WHERE aggregate = 'run' AND aggregate_id = :run AND kind IN ('dispatch', 'cancel', 'fence')
            """)
        .with("run", run.value())
        .update();
  }
}
