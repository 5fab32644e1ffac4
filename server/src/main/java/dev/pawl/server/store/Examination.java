package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.BrokenJournal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// One aggregate, its rows held against its journal, all read at one moment.
final class Examination {

  private final JournalEntry.Of of;
  private final Replica replica;
  private final StoredRows own;
  private final Optional<Head> stored;
  private final Aggregate aggregate;
  private final Optional<Instant> nextDue;
  private final SequencedMap<Table, List<StoredRows.Wrong>> wrong = new LinkedHashMap<>();

  /// @throws BrokenJournal if the journal contradicts itself
  Examination(Sql sql, Engine engine, JournalEntry.Of of) throws SQLException {
    this.of = of;
    this.replica = Replica.of(sql, Point.beginning(sql, of));
    this.stored = Head.of(sql, of);
    this.own = StoredRows.of(sql, table(), of.key());
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

  Table table() {
    return Table.of(of.aggregateKind());
  }

  /// The row says where the journal ends. If it names another end than there is, one of the two was
  /// tampered with, and nobody can tell which.
  private void believe() {
    if (stored.isPresent() && !stored.get().hash().equals(replica.head().hash())) {
      throw new BrokenJournal(
          "it ends at entry %d, but not as its row says (entry %d): its end is gone or not its own"
              .formatted(replica.head().seq(), stored.get().seq()));
    }
  }

  private void compare(Sql sql) throws SQLException {
    List<@Nullable Object[]> row = new ArrayList<>();
    row.add(row());
    put(table(), own.against(row));
    switch (of.aggregateKind()) {
      case RUN -> {
        for (Table table : CHILDREN) {
          put(table, StoredRows.of(sql, table, of.key()).against(replica.rows(table)));
        }
        put(Table.DUE, StoredRows.of(sql, Table.DUE, of.key()).against(due()));
      }
      case GROUP ->
          put(
              Table.MEMBER,
              StoredRows.of(sql, Table.MEMBER, of.key()).against(replica.rows(Table.MEMBER)));
      case BREAKER, AGENT -> {}
    }
  }

  /// Of a run, those that others refer to first.
  static final List<Table> CHILDREN =
      List.of(Table.JOB, Table.ATTEMPT, Table.LEASE, Table.STEP, Table.READY);

  private void put(Table table, List<StoredRows.Wrong> rows) {
    if (!rows.isEmpty()) {
      wrong.put(table, rows);
    }
  }

  /// Its own row, as it should be.
  @Nullable Object[] row() {
    return replica.row(head(), "");
  }

  /// An agent's version counts more than its journal tells: commits that only gave it work.
  Head head() {
    Head told = replica.head();
    long version =
        of.aggregateKind() == Aggregate.Kind.AGENT
            ? Math.max(told.version(), stored.orElse(told).version())
            : told.version();
    return new Head(version, told.seq(), told.hash());
  }

  Optional<Head> storedHead() {
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
  SequencedMap<Table, List<StoredRows.Wrong>> wrong() {
    return wrong;
  }

  StoredRows own() {
    return own;
  }

  Examined told() {
    List<Difference> differences = new ArrayList<>();
    wrong.values().forEach(rows -> rows.forEach(one -> differences.add(one.difference())));
    return new Examined(
        isUnknown() ? Optional.empty() : Optional.of(aggregate),
        Optional.empty(),
        differences,
        nextDue,
        replica.last());
  }
}
