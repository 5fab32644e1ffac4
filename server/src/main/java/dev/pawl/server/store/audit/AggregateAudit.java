package dev.pawl.server.store.audit;

import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.UnreadableRow;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.journal.AggregateSnapshot;
import dev.pawl.server.store.journal.JournalHead;
import dev.pawl.server.store.journal.JournalReplay;
import dev.pawl.server.store.journal.RunLoader;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Compares one aggregate's rows with its journal, all read on one connection in one snapshot.
final class AggregateAudit {

  private final AggregateKey key;
  private final JournalReplay replay;
  private Optional<String> problem = Optional.empty();
  private final RowComparison own;
  private final Optional<JournalHead> stored;
  private final Aggregate aggregate;
  private final Optional<Instant> nextDue;
  private final SequencedMap<SqlTable, List<RowComparison.WrongRow>> wrongRows =
      new LinkedHashMap<>();

  /// @throws CorruptJournal if the journal is corrupt
  AggregateAudit(SqlConnection sql, Engine engine, AggregateKey key) throws SQLException {
    this.key = key;
    this.replay = replay(sql);
    this.stored = JournalHead.ofRow(sql, key);
    this.own = RowComparison.load(sql, table(), key.key());
    this.aggregate =
        replay.aggregate() instanceof Run run ? withRenewals(sql, run) : replay.aggregate();
    this.nextDue = aggregate instanceof Run run ? engine.nextDue(run) : Optional.empty();
    verifyEnd(JournalHead.of(sql, key));
    if (!isUnknown()) {
      compare(sql);
    }
  }

  /// The journal; the part since the run was restored from its rows, if what is before is corrupt.
  private JournalReplay replay(SqlConnection sql) throws SQLException {
    AggregateSnapshot initial = AggregateSnapshot.initial(sql, key);
    try {
      return JournalReplay.replay(sql, initial);
    } catch (CorruptJournal e) {
      problem = Optional.of(e.getMessage() + "; the run was ended by its rows");
      return JournalReplay.replayRestored(sql, initial).orElseThrow(() -> e);
    }
  }

  private static Run withRenewals(SqlConnection sql, Run run) throws SQLException {
    try {
      return new RunLoader(sql).withRenewals(run);
    } catch (UnreadableRow _) {
      return run; // the row of the lease differs
    }
  }

  /// Whether there is neither a row nor a journal of it, though another row names it.
  private boolean isUnknown() {
    return stored.isEmpty() && replay.head().seq() == 0;
  }

  SqlTable table() {
    return SqlTable.of(key.kind());
  }

  /// The row says where the journal ends, or, of an open run, has ended before. If the journal ends
  /// elsewhere, one of the two was changed by hand, and nothing shows which.
  ///
  /// @param head the end, from the row or from the last entry behind it
  private void verifyEnd(Optional<JournalHead> head) {
    if (stored.isPresent() && rowHead().isEmpty()) {
      throw new CorruptJournal(
          "the journal ends at entry %d, the row says entry %d: entries at the end are missing or forged"
              .formatted(replay.head().seq(), stored.get().seq()));
    }
    if (head.isPresent() && !head.equals(stored) && !isEnd(head.get())) {
      throw new CorruptJournal(
          "its last entry says that the journal ends at %d, in version %d: it ends at %d, in version %d"
              .formatted(
                  head.get().seq(),
                  head.get().version(),
                  replay.head().seq(),
                  replay.head().version()));
    }
  }

  /// Whether the head is the end of the journal, but for a version of the row that is ahead of it.
  private boolean isEnd(JournalHead head) {
    JournalHead end = replay.head();
    long version = Math.max(end.version(), stored.orElse(end).version());
    return head.version() == version && head.seq() == end.seq() && head.hash().equals(end.hash());
  }

  /// The end of the journal that the row names, as replayed; empty if it is not that of the
  /// journal.
  private Optional<JournalHead> rowHead() {
    boolean mayLag = aggregate instanceof Run run && !run.isOver();
    String hash = stored.isEmpty() ? head().hash() : stored.get().hash();
    return hash.equals(head().hash())
        ? Optional.of(head())
        : replay.headAt(hash).filter(_ -> mayLag);
  }

  private void compare(SqlConnection sql) throws SQLException {
    List<@Nullable Object[]> row = new ArrayList<>();
    row.add(row());
    put(table(), own.compare(row));
    switch (key.kind()) {
      case RUN -> {
        RowComparison attempts = RowComparison.load(sql, SqlTable.ATTEMPT, key.key());
        if (replay.isPartial()) {
          // The rows are older than a journal that begins with them, and out of the queue.
          put(SqlTable.ATTEMPT, attempts.compare(attempts.rowsWith("is_queued", 0L)));
        } else {
          put(SqlTable.ATTEMPT, attempts.compare(replay.rows(SqlTable.ATTEMPT)));
          RowComparison steps = RowComparison.load(sql, SqlTable.STEP, key.key());
          put(SqlTable.STEP, steps.compare(replay.rows(SqlTable.STEP)));
        }
      }
      case GROUP ->
          put(
              SqlTable.MEMBER,
              RowComparison.load(sql, SqlTable.MEMBER, key.key())
                  .compare(replay.rows(SqlTable.MEMBER)));
      case BREAKER, AGENT -> {}
    }
  }

  private void put(SqlTable table, List<RowComparison.WrongRow> rows) {
    if (!rows.isEmpty()) {
      wrongRows.put(table, rows);
    }
  }

  /// The aggregate's own row, as it should be.
  @Nullable Object[] row() {
    return rowHead().orElse(head()).due(nextDue).rowOf(replay.aggregate(), "");
  }

  /// The head as it should be. The version of an agent also counts commits that are not in its
  /// journal: those that gave it leases.
  JournalHead head() {
    JournalHead replayed = replay.head();
    long version =
        key.kind() == Aggregate.Kind.AGENT
            ? Math.max(replayed.version(), stored.orElse(replayed).version())
            : replayed.version();
    return new JournalHead(version, replayed.seq(), replayed.hash(), nextDue);
  }

  Optional<JournalHead> storedHead() {
    return stored;
  }

  Aggregate aggregate() {
    return aggregate;
  }

  /// The rows that differ, by table.
  SequencedMap<SqlTable, List<RowComparison.WrongRow>> wrongRows() {
    return wrongRows;
  }

  RowComparison ownRow() {
    return own;
  }

  AuditResult result() {
    List<RowDifference> differences = new ArrayList<>();
    wrongRows.values().forEach(rows -> rows.forEach(one -> differences.add(one.difference())));
    return new AuditResult(
        isUnknown() ? Optional.empty() : Optional.of(aggregate),
        problem,
        differences,
        nextDue,
        replay.lastEntryAt());
  }
}
