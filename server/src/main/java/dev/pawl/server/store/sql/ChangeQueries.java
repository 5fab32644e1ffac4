package dev.pawl.server.store.sql;

import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// Reads what has changed, in the order of the commits: the entries of all journals, by positions
/// at which nothing is inserted later. A position is the number of an entry on SQLite, and the id
/// of a transaction on PostgreSQL, which may have several entries.
public final class ChangeQueries {

  /// One entry of a journal.
  ///
  /// @param number of its run; 0 for others
  /// @param transitions as a JSON array
  public record ChangeRow(
      long position,
      String aggregate,
      String id,
      long seq,
      Instant at,
      String org,
      long number,
      String repository,
      String workflow,
      String transitions) {}

  private final Database database;

  ChangeQueries(Database database) {
    this.database = database;
  }

  /// The last position; 0 if there is none.
  public long last() {
    return database.read(sql ->
        sql.statement(
                switch (sql.dialect()) {
                  case SQLITE -> "SELECT coalesce(max(number), 0) FROM journal";
                  case POSTGRESQL ->
                      """
                      SELECT coalesce(max(transaction)::text::bigint, 0) FROM journal
                      WHERE transaction < pg_snapshot_xmin(pg_current_snapshot())
                      """;
                })
            .first(row -> row.getLong(1))
            .orElse(0L));
  }

  /// The first position that is kept; 0 if there is none.
  public long first() {
    return database.read(sql ->
        sql.statement(
                switch (sql.dialect()) {
                  case SQLITE -> "SELECT coalesce(min(number), 0) FROM journal";
                  case POSTGRESQL ->
                      "SELECT coalesce(min(transaction)::text::bigint, 0) FROM journal";
                })
            .first(row -> row.getLong(1))
            .orElse(0L));
  }

  /// All entries of the first positions after that one; at most so many positions.
  public List<ChangeRow> after(long position, int limit) {
    return database.snapshot(sql -> {
      long end = end(sql, position, limit);
      return sql.statement(select(sql.dialect()))
          .with("after", Long.toString(position))
          .with("end", Long.toString(end))
          .list(ChangeQueries::change);
    });
  }

  /// The position up to which a page goes.
  private static long end(SqlConnection sql, long position, int limit) throws SQLException {
    return sql.statement(
            switch (sql.dialect()) {
              case SQLITE ->
                  """
                  SELECT coalesce(max(number), 0) FROM (
                    SELECT number FROM journal WHERE number > CAST(:after AS INTEGER)
                    ORDER BY number LIMIT :limit)
                  """;
              case POSTGRESQL ->
                  """
                  SELECT coalesce(max(transaction)::text::bigint, 0) FROM (
                    SELECT DISTINCT transaction FROM journal
                    WHERE transaction > CAST(:after AS xid8)
                      AND transaction < pg_snapshot_xmin(pg_current_snapshot())
                    ORDER BY transaction LIMIT :limit) AS page
                  """;
            })
        .with("after", Long.toString(position))
        .with("limit", limit)
        .first(row -> row.getLong(1))
        .orElse(0L);
  }

  private static String select(Dialect dialect) {
    String position =
        switch (dialect) {
          case SQLITE -> "change.number";
          case POSTGRESQL -> "change.transaction";
        };
    String type =
        switch (dialect) {
          case SQLITE -> "INTEGER";
          case POSTGRESQL -> "xid8";
        };
    String shown =
        switch (dialect) {
          case SQLITE -> "change.number";
          case POSTGRESQL -> "change.transaction::text::bigint";
        };
    return """
    SELECT %3$s AS position, change.aggregate, change.aggregate_id, change.seq, change.at, change.org,
           coalesce(run.number, 0) AS run_number, coalesce(run.repository, '') AS repository,
           coalesce(run.workflow, '') AS workflow, change.transitions
    FROM change LEFT JOIN run ON change.aggregate = 'run' AND run.id = change.aggregate_id
    WHERE %1$s > CAST(:after AS %2$s) AND %1$s <= CAST(:end AS %2$s)
    ORDER BY %1$s, change.aggregate, change.aggregate_id, change.seq
    """
        .formatted(position, type, shown);
  }

  /// The entries of a run's journal that end after that sequence number; at most so many.
  public List<ChangeRow> ofRun(String run, long after, int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT 0, journal.aggregate, journal.aggregate_id, seq, journal.at, run.org, run.number,
                       run.repository, run.workflow, transitions
                FROM journal JOIN run ON run.id = aggregate_id
                WHERE aggregate = 'run' AND aggregate_id = :run AND last_seq > :after
                  AND seq >= coalesce((SELECT max(seq) FROM journal
                                       WHERE aggregate = 'run' AND aggregate_id = :run AND seq <= :after), 0)
                ORDER BY seq LIMIT :limit
                """)
            .with("run", run)
            .with("after", after)
            .with("limit", limit)
            .list(ChangeQueries::change));
  }

  private static ChangeRow change(ResultSet row) throws SQLException {
    Object at = row.getObject(5);
    return new ChangeRow(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getLong(4),
        at instanceof String text ? Instant.parse(text) : SqlConnection.instant(row, 5),
        String.valueOf(row.getString(6)),
        row.getLong(7),
        row.getString(8),
        row.getString(9),
        row.getString(10));
  }
}
