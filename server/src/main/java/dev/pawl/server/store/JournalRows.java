package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The journal as it is read, and replayed.
final class JournalRows {

  private final Sql sql;

  JournalRows(Sql sql) {
    this.sql = sql;
  }

  List<ChainedEntry> of(JournalEntry.Of aggregate) throws SQLException {
    return after(aggregate, Long.MIN_VALUE, Integer.MAX_VALUE);
  }

  /// The entries that come after that point, so many at the most; after the first, all there are.
  List<ChainedEntry> after(Point point, int most) throws SQLException {
    long seq = point.seq() == 0 ? Long.MIN_VALUE : point.seq();
    return after(JournalEntry.Of.of(point.aggregate()), seq, most);
  }

  private List<ChainedEntry> after(JournalEntry.Of aggregate, long seq, int most)
      throws SQLException {
    return sql.of(
            """
            SELECT seq, decisions, commit_id, at, transitions, hash FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key AND seq > :after ORDER BY seq LIMIT :most
            """)
        .with("kind", aggregate.kind())
        .with("key", aggregate.key())
        .with("after", seq)
        .with("most", most)
        .list(row ->
            new ChainedEntry(
                new JournalEntry(
                    aggregate,
                    row.getLong(1),
                    row.getInt(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5)),
                row.getString(6)));
  }

  /// What became of an aggregate that began so.
  Aggregate replayed(Aggregate beginning) throws SQLException {
    return ChainedEntry.replayed(beginning, of(JournalEntry.Of.of(beginning)));
  }

  /// The first entry of the aggregate's journal that was tampered with.
  Optional<Long> firstBroken(JournalEntry.Of aggregate) throws SQLException {
    return ChainedEntry.firstBroken(of(aggregate), Head.of(sql, aggregate).orElse(Head.NEW));
  }

  /// Whether a commit has told something about the aggregate.
  boolean has(JournalEntry.Of aggregate, String commitId) throws SQLException {
    return sql.of(
            """
            SELECT 1 FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key AND commit_id = :id LIMIT 1
            """)
        .with("kind", aggregate.kind())
        .with("key", aggregate.key())
        .with("id", commitId)
        .first(row -> row.getInt(1))
        .isPresent();
  }
}
