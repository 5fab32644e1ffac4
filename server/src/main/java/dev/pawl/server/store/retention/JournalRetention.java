package dev.pawl.server.store.retention;

import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.journal.AggregateSnapshot;
import dev.pawl.server.store.journal.JournalReplay;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Prunes old journal entries of groups and breakers, which never end.
///
/// Older entries are deleted up to the last point where the group or breaker was at rest: see
/// [AggregateSnapshot#isAtRest]. A row in table `pruned` keeps the snapshot there, and the hash
/// that the next entry is chained to. The aggregate's own row stays, because its version must never
/// repeat. A corrupt journal is not touched.
public final class JournalRetention {

  private static final List<Kind> KINDS = List.of(Kind.GROUP, Kind.BREAKER);

  /// Journals listed by one query.
  private static final int PAGE = 200;

  /// Transitions deleted by one transaction, so that commits do not wait long for it.
  private static final long BATCH = 5_000;

  private final Database database;

  public JournalRetention(Database database) {
    this.database = database;
  }

  /// Prunes entries that are older. Returns how many.
  public long prune(Duration age, Instant now) {
    Instant before = now.minus(age);
    long count = 0;
    for (Kind kind : KINDS) {
      String after = "";
      List<String> page;
      do {
        page = page(kind, after, before);
        for (String key : page) {
          count += prune(new AggregateKey(kind, key), before, now);
        }
        after = page.isEmpty() ? after : page.getLast();
      } while (page.size() == PAGE);
    }
    return count;
  }

  /// Keys of the aggregates with older entries.
  private List<String> page(Kind kind, String after, Instant before) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT DISTINCT aggregate_id FROM journal
                WHERE aggregate = :kind AND aggregate_id > :after AND at < :before
                ORDER BY aggregate_id LIMIT :limit
                """)
            .with("kind", Machine.wireName(kind))
            .with("after", after)
            .with("before", SqlConnection.time(before))
            .with("limit", PAGE)
            .list(row -> row.getString(1)));
  }

  private long prune(AggregateKey key, Instant before, Instant now) {
    Optional<JournalReplay.RestPoint> rest = database.read(sql -> rest(sql, key, before));
    rest.ifPresent(found -> database.transact(sql -> saveSnapshot(sql, key, found, now)));
    long count = 0;
    int deleted;
    do {
      deleted = database.transact(sql -> delete(sql, key));
      count += deleted;
    } while (deleted > 0);
    return count;
  }

  private static Optional<JournalReplay.RestPoint> rest(
      SqlConnection sql, AggregateKey key, Instant before) throws SQLException {
    try {
      return JournalReplay.replayBefore(before, sql, AggregateSnapshot.initial(sql, key))
          .lastRestPoint();
    } catch (CorruptJournal _) {
      return Optional.empty();
    }
  }

  /// Saves the snapshot, unless another process has saved a later one in the meantime.
  private static int saveSnapshot(
      SqlConnection sql, AggregateKey key, JournalReplay.RestPoint rest, Instant now)
      throws SQLException {
    return sql.statement(
            """
            INSERT INTO pruned (aggregate, aggregate_id, number, state, ended_at, journal_seq,
                                journal_hash, pruned_at, snapshot)
            VALUES (:kind, :key, 0, 'at rest', :at, :seq, :hash, :now, :snapshot)
            ON CONFLICT (aggregate, aggregate_id) DO UPDATE
            SET ended_at = excluded.ended_at, journal_seq = excluded.journal_seq,
                journal_hash = excluded.journal_hash, pruned_at = excluded.pruned_at,
                snapshot = excluded.snapshot
            WHERE pruned.journal_seq < excluded.journal_seq
            """)
        .with("kind", key.kindName())
        .with("key", key.key())
        .with("at", rest.at())
        .with("seq", rest.snapshot().seq())
        .with("hash", rest.snapshot().hash())
        .with("now", now)
        .with("snapshot", rest.snapshot().encode())
        .update();
  }

  /// Deletes some of the entries up to the snapshot. Returns how many.
  private static int delete(SqlConnection sql, AggregateKey key) throws SQLException {
    return sql.statement(
            """
            DELETE FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key
              AND seq <= (SELECT journal_seq FROM pruned WHERE aggregate = :kind AND aggregate_id = :key)
              AND seq < :batch + (SELECT min(seq) FROM journal
                                  WHERE aggregate = :kind AND aggregate_id = :key)
            """)
        .with("kind", key.kindName())
        .with("key", key.key())
        .with("batch", BATCH)
        .update();
  }
}
