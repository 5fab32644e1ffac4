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

/// How long the journals of groups and breakers are kept, which are never over.
///
/// What is older goes, up to where the group or the breaker was at rest: see
/// [AggregateSnapshot#isAtRest]. A row in `sealed` says how it stood there, and what the rest is
/// chained to. The group's own row stays with its version, which must never come twice. A journal
/// that is broken is left as it is.
public final class JournalRetention {

  private static final List<Kind> KINDS = List.of(Kind.GROUP, Kind.BREAKER);

  /// How many journals are known at a time.
  private static final int PAGE = 200;

  /// How many transitions a transaction deletes, so that nobody waits long for it.
  private static final long BATCH = 5_000;

  private final Database database;

  public JournalRetention(Database database) {
    this.database = database;
  }

  /// Prunes entries that are older. Gives how many.
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

  /// Those of which something is older.
  private List<String> page(Kind kind, String after, Instant before) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT DISTINCT aggregate_id FROM journal
                WHERE aggregate = :kind AND aggregate_id > :after AND at < :before
                ORDER BY aggregate_id LIMIT :most
                """)
            .with("kind", Machine.wireName(kind))
            .with("after", after)
            .with("before", SqlConnection.time(before))
            .with("most", PAGE)
            .list(row -> row.getString(1)));
  }

  private long prune(AggregateKey of, Instant before, Instant now) {
    Optional<JournalReplay.RestPoint> rest = database.read(sql -> rest(sql, of, before));
    rest.ifPresent(found -> database.transact(sql -> seal(sql, of, found, now)));
    long count = 0;
    int gone;
    do {
      gone = database.transact(sql -> delete(sql, of));
      count += gone;
    } while (gone > 0);
    return count;
  }

  private static Optional<JournalReplay.RestPoint> rest(
      SqlConnection sql, AggregateKey of, Instant before) throws SQLException {
    try {
      return JournalReplay.replayBefore(before, sql, AggregateSnapshot.initial(sql, of))
          .lastRestPoint();
    } catch (CorruptJournal _) {
      return Optional.empty();
    }
  }

  /// Unless somebody has sealed more of it meanwhile.
  private static int seal(
      SqlConnection sql, AggregateKey of, JournalReplay.RestPoint rest, Instant now)
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
        .with("kind", of.kindName())
        .with("key", of.key())
        .with("at", rest.at())
        .with("seq", rest.snapshot().seq())
        .with("hash", rest.snapshot().hash())
        .with("now", now)
        .with("snapshot", rest.snapshot().encode())
        .update();
  }

  /// Some of what is sealed and still there.
  private static int delete(SqlConnection sql, AggregateKey of) throws SQLException {
    return sql.statement(
            """
            DELETE FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key
              AND seq <= (SELECT journal_seq FROM pruned WHERE aggregate = :kind AND aggregate_id = :key)
              AND seq < :batch + (SELECT min(seq) FROM journal
                                  WHERE aggregate = :kind AND aggregate_id = :key)
            """)
        .with("kind", of.kindName())
        .with("key", of.key())
        .with("batch", BATCH)
        .update();
  }
}
