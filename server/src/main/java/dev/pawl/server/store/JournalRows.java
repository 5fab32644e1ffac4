package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Transition;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// The journal: appended to, and replayed.
final class JournalRows {

  /// An entry as it is read, with the hash that it was written with.
  record Stored(JournalEntry entry, String hash) {}

  private final Sql sql;

  JournalRows(Sql sql) {
    this.sql = sql;
  }

  /// Appends what one decision says about an aggregate, and tells where the journal ends now.
  Head append(
      JournalEntry.Of aggregate, Head head, String commitId, Instant at, List<Transition> lines)
      throws SQLException {
    var entry =
        new JournalEntry(
            aggregate, head.seq() + 1, commitId, Sql.time(at), JournalCodec.encode(lines));
    String hash = HashChain.next(head.hash(), entry);
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
        .with("hash", hash)
        .update();
    return new Head(head.version(), head.seq() + lines.size(), hash);
  }

  List<Stored> of(JournalEntry.Of aggregate) throws SQLException {
    return sql.of(
            """
            SELECT seq, commit_id, at, transitions, hash FROM journal
            WHERE aggregate = :kind AND aggregate_id = :key ORDER BY seq
            """)
        .with("kind", aggregate.kind())
        .with("key", aggregate.key())
        .list(row ->
            new Stored(
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
    Aggregate replayed = beginning;
    for (Stored stored : of(JournalEntry.Of.of(beginning))) {
      JournalEntry entry = stored.entry();
      var events = JournalCodec.decode(beginning.kind(), entry.transitions());
      replayed = Apply.replay(replayed, events, Instant.parse(entry.at()));
    }
    return replayed;
  }

  boolean has(String commitId) throws SQLException {
    return sql.of("SELECT 1 FROM journal WHERE commit_id = :id LIMIT 1")
        .with("id", commitId)
        .first(row -> row.getInt(1))
        .isPresent();
  }
}
