package dev.pawl.server.store;

import dev.pawl.core.run.RunId;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Walks a run's journal and finds where it was tampered with: a hash that does not follow from the
/// one before, a gap, or an end that the run's row does not know.
final class JournalCheck {

  private record Entry(
      long seq, String commitId, String at, String lines, String hash, int count) {}

  private record Head(long seq, String hash) {}

  private final Sql sql;

  JournalCheck(Sql sql) {
    this.sql = sql;
  }

  Optional<Long> firstBroken(RunId run) throws SQLException {
    String before = HashChain.START;
    long next = 1;
    for (Entry entry : entries(run)) {
      String hash =
          HashChain.next(
              before, run.value(), entry.seq(), entry.commitId(), entry.at(), entry.lines());
      if (entry.seq() != next || !entry.hash().equals(hash)) {
        return Optional.of(entry.seq());
      }
      before = hash;
      next = entry.seq() + entry.count();
    }
    Head head =
        sql.of("SELECT journal_seq, journal_hash FROM run WHERE id = :id")
            .with("id", run.value())
            .first(row -> new Head(row.getLong(1), row.getString(2)))
            .orElseThrow();
    return head.seq() == next - 1 && head.hash().equals(before)
        ? Optional.empty()
        : Optional.of(next);
  }

  private List<Entry> entries(RunId run) throws SQLException {
    return sql.of(
            """
            SELECT seq, commit_id, at, transitions, hash, json_array_length(transitions) FROM journal
            WHERE aggregate = 'run' AND aggregate_id = :id ORDER BY seq
            """)
        .with("id", run.value())
        .list(row ->
            new Entry(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getInt(6)));
  }
}
