package dev.pawl.server.store;

import dev.pawl.core.engine.Revision;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.store.Table.Column;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Puts the rows of one aggregate right, in the transaction that has found them wrong.
///
/// What only rows know stays as it is where there is a row. Where a live lease has none, nobody
/// knows when it was last heard of: it counts from now, so that it never expires too early.
final class Rebuild {

  /// Those that others refer to are moved; the rest goes and comes anew.
  private static final List<Table> REFERRED_TO = List.of(Table.JOB, Table.ATTEMPT);

  private static final List<Table> ANEW =
      List.of(Table.DUE, Table.READY, Table.STEP, Table.LEASE, Table.MEMBER);

  private final SqlStore store;
  private final Sql sql;
  private final Examination examination;

  Rebuild(SqlStore store, Sql sql, Examination examination) {
    this.store = store;
    this.sql = sql;
    this.examination = examination;
  }

  void write(Revision revision, String commitId, Instant now) throws SQLException {
    var commit = new Commit(commitId, List.of(), List.of(), List.of(), true, Set.of());
    for (Table table : ANEW) {
      delete(table, true, commit);
    }
    for (Table table : REFERRED_TO.reversed()) {
      delete(table, false, commit);
    }
    var writes = new Writes();
    for (Table table : REFERRED_TO) {
      for (StoredRows.Wrong one : wrong(table)) {
        put(writes, table, one);
      }
    }
    for (Table table : ANEW) {
      wrong(table).forEach(one -> insert(writes, table, one, now));
    }
    tell(writes, revision, commitId, now);
    store.write(sql, writes, commit);
  }

  private List<StoredRows.Wrong> wrong(Table table) {
    return examination.wrong().getOrDefault(table, List.of());
  }

  /// What is not to be there; or everything that is there and wrong.
  private void delete(Table table, boolean isAll, Commit commit) throws SQLException {
    var writes = new Writes();
    for (StoredRows.Wrong one : wrong(table)) {
      @Nullable Object @Nullable [] stored = one.stored();
      if (stored != null && (isAll || one.expected() == null)) {
        writes.to(table).delete(keys(table, stored));
      }
    }
    store.write(sql, writes, commit);
  }

  @SuppressWarnings("NullAway") // no key is nothing
  private static Object[] keys(Table table, @Nullable Object[] row) {
    return Arrays.copyOf(row, table.keys().size());
  }

  private void put(Writes writes, Table table, StoredRows.Wrong one) throws SQLException {
    @Nullable Object @Nullable [] expected = one.expected();
    if (expected != null && one.stored() == null) {
      writes.to(table).insert(expected);
    } else if (expected != null) {
      set(table, expected);
    }
  }

  /// Every column as it should be, whatever it makes of a later value otherwise.
  private void set(Table table, @Nullable Object[] row) throws SQLException {
    Sql.Statement statement =
        sql.of(
            "UPDATE %s SET %s WHERE %s"
                .formatted(
                    table,
                    pairs(table, table.moving(), ", "),
                    pairs(table, table.keys(), " AND ")));
    for (int i = 0; i < row.length; i++) {
      statement.with(parameter(i), row[i]);
    }
    statement.update();
  }

  private static String pairs(Table table, List<Column> columns, String between) {
    return columns.stream()
        .map(one -> "%s = :%s".formatted(one.name(), parameter(table.columns().indexOf(one))))
        .collect(Collectors.joining(between));
  }

  /// Names of parameters have letters only.
  private static String parameter(int column) {
    return "column" + (char) ('A' + column);
  }

  private static void insert(Writes writes, Table table, StoredRows.Wrong one, Instant now) {
    @Nullable Object @Nullable [] expected = one.expected();
    if (expected != null) {
      writes.to(table).insert(table == Table.LEASE ? lease(expected, one.stored(), now) : expected);
    }
  }

  private static @Nullable Object[] lease(
      @Nullable Object[] expected, @Nullable Object @Nullable [] stored, Instant now) {
    @Nullable Object[] row = expected.clone();
    for (int i = 0; i < row.length; i++) {
      Column column = Table.LEASE.columns().get(i);
      boolean isRenewal = column.name().equals("renewed_at");
      if (stored != null && Believing.isOnlyInTheRow(Table.LEASE, column)) {
        row[i] = stored[i];
      } else if (isRenewal && stored != null && isLater(stored[i], row[i])) {
        row[i] = stored[i];
      } else if (isRenewal && stored == null && Believing.isLive(expected)) {
        row[i] = now;
      }
    }
    return row;
  }

  private static boolean isLater(@Nullable Object one, @Nullable Object other) {
    return one instanceof Instant left && other instanceof Instant right && left.isAfter(right);
  }

  /// The entry that says so, and the aggregate's own row, which knows where its journal ends.
  private void tell(Writes writes, Revision revision, String commitId, Instant now) {
    var of = JournalEntry.Of.of(revision.after());
    Head head = examination.head();
    var told = ChainedEntry.Told.of(now, 1, revision.transitions());
    ChainedEntry next = ChainedEntry.next(of, head, commitId, told);
    next.appendTo(writes);
    var after = new Head(head.version() + 1, head.seq() + 1, next.hash());
    row(writes.to(examination.table()), after);
  }

  private void row(RowWrites rows, Head head) {
    @Nullable Object[] row = examination.row().clone();
    row[row.length - 3] = head.version();
    row[row.length - 2] = head.seq();
    row[row.length - 1] = head.hash();
    @Nullable Object @Nullable [] stored = examination.own().like(row);
    for (int i = 0; stored != null && i < row.length - 3; i++) {
      if (Believing.isOnlyInTheRow(rows.table(), rows.table().columns().get(i))) {
        row[i] = stored[i];
      }
    }
    if (examination.storedHead().isPresent()) {
      rows.updateFrom(examination.storedHead().get().version(), row);
    } else {
      rows.insert(row);
    }
  }
}
