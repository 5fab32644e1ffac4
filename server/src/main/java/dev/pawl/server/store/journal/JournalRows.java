package dev.pawl.server.store.journal;

import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Reads journals from the database.
public final class JournalRows {

  private final SqlConnection sql;

  public JournalRows(SqlConnection sql) {
    this.sql = sql;
  }

  List<ChainedEntry> of(AggregateKey aggregate) throws SQLException {
    return after(aggregate, Long.MIN_VALUE, Integer.MAX_VALUE);
  }

  /// The entries after that snapshot, at most so many. After an empty snapshot, even a forged entry
  /// with a sequence number below 1 is included.
  List<ChainedEntry> after(AggregateSnapshot point, int limit) throws SQLException {
    long seq = point.seq() == 0 ? Long.MIN_VALUE : point.seq();
    return after(AggregateKey.of(point.aggregate()), seq, limit);
  }

  private List<ChainedEntry> after(AggregateKey aggregate, long seq, int limit)
      throws SQLException {
    return sql.statement(
            """
            SELECT seq, decisions, commit_id, at, transitions, hash FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key AND seq > :after ORDER BY seq LIMIT :limit
            """)
        .with("kind", aggregate.kindName())
        .with("key", aggregate.key())
        .with("after", seq)
        .with("limit", limit)
        .list(row ->
            new ChainedEntry(
                new JournalEntry(
                    aggregate,
                    row.getLong(1),
                    SqlConnection.readOr(0, () -> row.getInt(2)), // then its hash is wrong
                    row.getString(3),
                    row.getString(4),
                    row.getString(5)),
                row.getString(6)));
  }

  /// The snapshot before the last entry that restores the run from its rows, if there is one: a
  /// replay may begin there, whatever is before it.
  Optional<AggregateSnapshot> beforeLastRestored(Run created) throws SQLException {
    var aggregate = AggregateKey.of(created);
    return sql.statement(
            """
            SELECT seq, transitions FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key AND transitions LIKE '%"event":"RESTORED"%'
            ORDER BY seq DESC LIMIT 1
            """)
        .with("kind", aggregate.kindName())
        .with("key", aggregate.key())
        .first(
            row -> new AggregateSnapshot(created, row.getLong(1) - 1, chainedTo(row.getString(2))));
  }

  private static String chainedTo(String transitions) {
    return StoreCodec.events(transitions).getFirst() instanceof RunRestored restored
        ? restored.chainedTo()
        : HashChain.START;
  }

  /// Replays the journal of an aggregate from its initial state.
  public Aggregate replay(Aggregate beginning) throws SQLException {
    return ChainedEntry.replay(beginning, of(AggregateKey.of(beginning)));
  }

  /// The sequence number of the first entry that breaks the hash chain.
  public Optional<Long> firstBroken(AggregateKey aggregate) throws SQLException {
    return ChainedEntry.firstBroken(
        of(aggregate),
        JournalHead.ofRow(sql, aggregate).orElse(JournalHead.NEW),
        JournalHead.of(sql, aggregate).orElse(JournalHead.NEW));
  }

  /// Whether the journal has an entry of that commit.
  public boolean hasCommit(AggregateKey aggregate, String commitId) throws SQLException {
    return sql.statement(
            """
            SELECT 1 FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key AND commit_id = :id LIMIT 1
            """)
        .with("kind", aggregate.kindName())
        .with("key", aggregate.key())
        .with("id", commitId)
        .first(row -> row.getInt(1))
        .isPresent();
  }
}
