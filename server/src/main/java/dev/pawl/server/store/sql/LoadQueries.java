package dev.pawl.server.store.sql;

import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Queries about the load of all servers of a store, of every org. Each reads an index of what is
/// open, so it takes as long with a million ended runs.
public final class LoadQueries {

  /// The attempts that wait for an agent.
  ///
  /// @param oldest when the first of them was queued
  public record Queue(long depth, Optional<Instant> oldest) {}

  private final Database database;

  LoadQueries(Database database) {
    this.database = database;
  }

  /// How many runs are open, by their state.
  public Map<String, Long> openRuns() {
    return database.read(sql ->
        counts(
            sql.statement(
                "SELECT state, count(*) FROM run WHERE ended_at IS NULL GROUP BY state ORDER BY state")));
  }

  public Queue queue() {
    return database.read(sql ->
        sql.statement("SELECT count(*), min(queued_at) FROM attempt WHERE is_queued = 1")
            .first(row ->
                new Queue(row.getLong(1), Optional.ofNullable(SqlConnection.instantOrNull(row, 2))))
            .orElseThrow());
  }

  /// The deadline of a run that has passed first and was not acted on; not of a quarantined one,
  /// which nobody acts on.
  public Optional<Instant> oldestDue(Instant now) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT due_at FROM run
                WHERE due_at <= :now
                  AND NOT EXISTS (SELECT 1 FROM quarantine WHERE quarantine.run_id = run.id)
                ORDER BY due_at LIMIT 1
                """)
            .with("now", now)
            .first(row -> SqlConnection.instantInOrder(row, 1)));
  }

  /// How many agents were heard of since then, by whether they are busy.
  public Map<String, Long> workers(Instant since) {
    return database.read(sql ->
        counts(
            sql.statement(
                    """
                    SELECT state, count(*) FROM (
                      SELECT CASE WHEN EXISTS (SELECT 1 FROM attempt
                                               WHERE is_leased = 1 AND attempt.agent = agent_instance.agent)
                                  THEN 'busy' ELSE 'available' END AS state
                      FROM agent_instance WHERE heard_at >= :since
                    ) AS connected GROUP BY state ORDER BY state
                    """)
                .with("since", since)));
  }

  private static Map<String, Long> counts(SqlConnection.Statement query) throws SQLException {
    Map<String, Long> counts = new LinkedHashMap<>();
    query
        .list(row -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(one -> counts.put(one.getKey(), one.getValue()));
    return counts;
  }
}
