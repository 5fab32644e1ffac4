package dev.pawl.server.store.audit;

import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.journal.AggregateSnapshot;
import dev.pawl.server.store.journal.JournalEntry;
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

/// One aggregate, its rows held against its journal, all read at one moment.
final class AggregateAudit {

  private final JournalEntry.AggregateKey of;
  private final JournalReplay replica;
  private final RowComparison own;
  private final Optional<JournalHead> stored;
  private final Aggregate aggregate;
  private final Optional<Instant> nextDue;
  private final SequencedMap<SqlTable, List<RowComparison.WrongRow>> wrong = new LinkedHashMap<>();

  /// @throws BrokenJournal if the journal contradicts itself
  AggregateAudit(SqlConnection sql, Engine engine, JournalEntry.AggregateKey of)
      throws SQLException {
    this.of = of;
    this.replica = JournalReplay.replay(sql, AggregateSnapshot.initial(sql, of));
    this.stored = JournalHead.of(sql, of);
    this.own = RowComparison.load(sql, table(), of.key());
    this.aggregate =
        replica.aggregate() instanceof Run run
            ? new RunLoader(sql).withRenewals(run)
            : replica.aggregate();
    this.nextDue = aggregate instanceof Run run ? engine.nextDue(run) : Optional.empty();
    believe();
    if (!isUnknown()) {
      compare(sql);
    }
  }

  /// Somebody names it, and there is neither a row nor a journal of it.
  private boolean isUnknown() {
    return stored.isEmpty() && replica.head().seq() == 0;
  }

  SqlTable table() {
    return SqlTable.of(of.aggregateKind());
  }

  /// The row says where the journal ends. If it names another end than there is, one of the two was
  /// tampered with, and nobody can tell which.
  private void believe() {
    if (stored.isPresent() && !stored.get().hash().equals(replica.head().hash())) {
      throw new CorruptJournal(
          "it ends at entry %d, but not as its row says (entry %d): its end is gone or not its own"
              .formatted(replica.head().seq(), stored.get().seq()));
    }
  }

  private void compare(SqlConnection sql) throws SQLException {
    List<@Nullable Object[]> row = new ArrayList<>();
    row.add(row());
    put(table(), own.compare(row));
    switch (of.aggregateKind()) {
      case RUN -> {
        for (SqlTable table : CHILDREN) {
          put(table, RowComparison.load(sql, table, of.key()).compare(replica.rows(table)));
        }
        put(SqlTable.DUE, RowComparison.load(sql, SqlTable.DUE, of.key()).compare(due()));
      }
      case GROUP ->
          put(
              SqlTable.MEMBER,
              RowComparison.load(sql, SqlTable.MEMBER, of.key())
                  .compare(replica.rows(SqlTable.MEMBER)));
      case BREAKER, AGENT -> {}
    }
  }

  /// Of a run, those that others refer to first.
  static final List<SqlTable> CHILDREN =
      List.of(SqlTable.JOB, SqlTable.ATTEMPT, SqlTable.LEASE, SqlTable.STEP, SqlTable.READY);

  private void put(SqlTable table, List<RowComparison.WrongRow> rows) {
    if (!rows.isEmpty()) {
      wrong.put(table, rows);
    }
  }

  /// Its own row, as it should be.
  @Nullable Object[] row() {
    return replica.row(head(), "");
  }

  /// An agent's version counts more than its journal tells: commits that only gave it work.
  JournalHead head() {
    JournalHead told = replica.head();
    long version =
        of.aggregateKind() == Aggregate.Kind.AGENT
            ? Math.max(told.version(), stored.orElse(told).version())
            : told.version();
    return new JournalHead(version, told.seq(), told.hash());
  }

  Optional<JournalHead> storedHead() {
    return stored;
  }

  private List<@Nullable Object[]> due() {
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (aggregate instanceof Run run) {
      nextDue.ifPresent(
          at -> rows.add(new @Nullable Object[] {of.key(), at, run.origin().owner()}));
    }
    return rows;
  }

  Aggregate aggregate() {
    return aggregate;
  }

  /// What is wrong, by table.
  SequencedMap<SqlTable, List<RowComparison.WrongRow>> wrongRows() {
    return wrong;
  }

  RowComparison ownRow() {
    return own;
  }

  AuditResult result() {
    List<RowDifference> differences = new ArrayList<>();
    wrong.values().forEach(rows -> rows.forEach(one -> differences.add(one.difference())));
    return new AuditResult(
        isUnknown() ? Optional.empty() : Optional.of(aggregate),
        Optional.empty(),
        differences,
        nextDue,
        replica.lastEntryAt());
  }
}
