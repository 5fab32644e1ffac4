package dev.pawl.server.store.journal;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The journal as it is read, and replayed.
public final class JournalRows {

  private final SqlConnection sql;

  public JournalRows(SqlConnection sql) {
    this.sql = sql;
  }

  List<ChainedEntry> of(JournalEntry.AggregateKey aggregate) throws SQLException {
    return after(aggregate, Long.MIN_VALUE, Integer.MAX_VALUE);
  }

  /// The entries that come after that point, so many at the most; after the first, all there are.
  List<ChainedEntry> after(AggregateSnapshot point, int most) throws SQLException {
    long seq = point.seq() == 0 ? Long.MIN_VALUE : point.seq();
    return after(JournalEntry.AggregateKey.of(point.aggregate()), seq, most);
  }

  private List<ChainedEntry> after(JournalEntry.AggregateKey aggregate, long seq, int most)
      throws SQLException {
    return sql.statement(
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
  public Aggregate replay(Aggregate beginning) throws SQLException {
    return ChainedEntry.replay(beginning, of(JournalEntry.AggregateKey.of(beginning)));
  }

  /// The first entry of the aggregate's journal that was tampered with.
  public Optional<Long> firstBroken(JournalEntry.AggregateKey aggregate) throws SQLException {
    return ChainedEntry.firstBroken(
        of(aggregate), JournalHead.of(sql, aggregate).orElse(JournalHead.NEW));
  }

  /// Whether a commit has told something about the aggregate.
  public boolean hasCommit(JournalEntry.AggregateKey aggregate, String commitId)
      throws SQLException {
    return sql.statement(
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
