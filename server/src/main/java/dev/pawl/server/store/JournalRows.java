package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Transition;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The journal: appended to, and replayed.
final class JournalRows {

  private final Sql sql;

  JournalRows(Sql sql) {
    this.sql = sql;
  }

  /// Appends what one decision says about an aggregate, and tells where the journal ends now.
  Head append(
      JournalEntry.Of aggregate, Head head, String commitId, Instant at, List<Transition> lines)
      throws SQLException {
    ChainedEntry next = ChainedEntry.next(aggregate, head, commitId, at, lines);
    JournalEntry entry = next.entry();
    sql.of(
            """
            INSERT INTO journal (aggregate, aggregate_id, seq, commit_id, at, transitions, hash)
            VALUES (:kind, :key, :seq, :commitId, :at, :lines, :hash)
            """)
        .with("kind", aggregate.kind())
        .with("key", aggregate.key())
        .with("seq", entry.seq())
        .with("commitId", commitId)
        .with("at", entry.at())
        .with("lines", entry.transitions())
        .with("hash", next.hash())
        .update();
    return new Head(head.version(), head.seq() + lines.size(), next.hash());
  }

  List<ChainedEntry> of(JournalEntry.Of aggregate) throws SQLException {
    return sql.of(
            """
            SELECT seq, commit_id, at, transitions, hash FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key ORDER BY seq
            """)
        .with("kind", aggregate.kind())
        .with("key", aggregate.key())
        .list(row ->
            new ChainedEntry(
                new JournalEntry(
                    aggregate,
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4)),
                row.getString(5)));
  }

  /// What became of an aggregate that began so.
  Aggregate replayed(Aggregate beginning) throws SQLException {
    return ChainedEntry.replayed(beginning, of(JournalEntry.Of.of(beginning)));
  }

  /// The first entry of the aggregate's journal that was tampered with.
  Optional<Long> firstBroken(JournalEntry.Of aggregate) throws SQLException {
    return ChainedEntry.firstBroken(of(aggregate), Head.of(sql, aggregate).orElse(Head.NEW));
  }

  boolean has(String commitId) throws SQLException {
    return sql.of("SELECT 1 FROM journal WHERE commit_id = :id LIMIT 1")
        .with("id", commitId)
        .first(row -> row.getInt(1))
        .isPresent();
  }
}
