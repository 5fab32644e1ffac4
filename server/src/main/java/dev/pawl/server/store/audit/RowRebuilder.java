package dev.pawl.server.store.audit;

import dev.pawl.core.engine.Revision;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.SqlTable.Column;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.journal.ChainedEntry;
import dev.pawl.server.store.journal.JournalEntry;
import dev.pawl.server.store.journal.JournalHead;
import dev.pawl.server.store.sql.SqlStore;
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
final class RowRebuilder {

  /// Those that others refer to are moved; the rest goes and comes anew.
  private static final List<SqlTable> REFERRED_TO = List.of(SqlTable.JOB, SqlTable.ATTEMPT);

  private static final List<SqlTable> ANEW =
      List.of(SqlTable.DUE, SqlTable.READY, SqlTable.STEP, SqlTable.LEASE, SqlTable.MEMBER);

  private final SqlStore store;
  private final SqlConnection sql;
  private final AggregateAudit examination;

  RowRebuilder(SqlStore store, SqlConnection sql, AggregateAudit examination) {
    this.store = store;
    this.sql = sql;
    this.examination = examination;
  }

  void write(Revision revision, String commitId, Instant now) throws SQLException {
    var commit = new Commit(commitId, List.of(), List.of(), List.of(), true, Set.of());
    for (SqlTable table : ANEW) {
      delete(table, true, commit);
    }
    for (SqlTable table : REFERRED_TO.reversed()) {
      delete(table, false, commit);
    }
    var writes = new WriteBatch();
    for (SqlTable table : REFERRED_TO) {
      for (RowComparison.WrongRow one : wrong(table)) {
        put(writes, table, one);
      }
    }
    for (SqlTable table : ANEW) {
      wrong(table).forEach(one -> insert(writes, table, one, now));
    }
    tell(writes, revision, commitId, now);
    store.write(sql, writes, commit);
  }

  private List<RowComparison.WrongRow> wrong(SqlTable table) {
    return examination.wrongRows().getOrDefault(table, List.of());
  }

  /// What is not to be there; or everything that is there and wrong.
  private void delete(SqlTable table, boolean isAll, Commit commit) throws SQLException {
    var writes = new WriteBatch();
    for (RowComparison.WrongRow one : wrong(table)) {
      @Nullable Object @Nullable [] stored = one.stored();
      if (stored != null && (isAll || one.expected() == null)) {
        writes.table(table).delete(keys(table, stored));
      }
    }
    store.write(sql, writes, commit);
  }

  @SuppressWarnings("NullAway") // no key is nothing
  private static Object[] keys(SqlTable table, @Nullable Object[] row) {
    return Arrays.copyOf(row, table.keys().size());
  }

  private void put(WriteBatch writes, SqlTable table, RowComparison.WrongRow one)
      throws SQLException {
    @Nullable Object @Nullable [] expected = one.expected();
    if (expected != null && one.stored() == null) {
      writes.table(table).insert(expected);
    } else if (expected != null) {
      set(table, expected);
    }
  }

  /// Every column as it should be, whatever it makes of a later value otherwise.
  private void set(SqlTable table, @Nullable Object[] row) throws SQLException {
    SqlConnection.Statement statement =
        sql.statement(
            "UPDATE %s SET %s WHERE %s"
                .formatted(
                    table,
                    pairs(table, table.mutableColumns(), ", "),
                    pairs(table, table.keys(), " AND ")));
    for (int i = 0; i < row.length; i++) {
      statement.with(parameter(i), row[i]);
    }
    statement.update();
  }

  private static String pairs(SqlTable table, List<Column> columns, String between) {
    return columns.stream()
        .map(one -> "%s = :%s".formatted(one.name(), parameter(table.columns().indexOf(one))))
        .collect(Collectors.joining(between));
  }

  /// Names of parameters have letters only.
  private static String parameter(int column) {
    return "column" + (char) ('A' + column);
  }

  private static void insert(
      WriteBatch writes, SqlTable table, RowComparison.WrongRow one, Instant now) {
    @Nullable Object @Nullable [] expected = one.expected();
    if (expected != null) {
      writes
          .table(table)
          .insert(table == SqlTable.LEASE ? lease(expected, one.stored(), now) : expected);
    }
  }

  private static @Nullable Object[] lease(
      @Nullable Object[] expected, @Nullable Object @Nullable [] stored, Instant now) {
    @Nullable Object[] row = expected.clone();
    for (int i = 0; i < row.length; i++) {
      Column column = SqlTable.LEASE.columns().get(i);
      boolean isRenewal = column.name().equals("renewed_at");
      if (stored != null && ColumnComparison.isRowOnly(SqlTable.LEASE, column)) {
        row[i] = stored[i];
      } else if (isRenewal && stored != null && isLater(stored[i], row[i])) {
        row[i] = stored[i];
      } else if (isRenewal && stored == null && ColumnComparison.isLive(expected)) {
        row[i] = now;
      }
    }
    return row;
  }

  private static boolean isLater(@Nullable Object one, @Nullable Object other) {
    return one instanceof Instant left && other instanceof Instant right && left.isAfter(right);
  }

  /// The entry that says so, and the aggregate's own row, which knows where its journal ends.
  private void tell(WriteBatch writes, Revision revision, String commitId, Instant now) {
    var of = JournalEntry.AggregateKey.of(revision.after());
    JournalHead head = examination.head();
    var told = ChainedEntry.EntryContent.of(now, 1, revision.transitions());
    ChainedEntry next = ChainedEntry.next(of, head, commitId, told);
    next.appendTo(writes);
    var after = new JournalHead(head.version() + 1, head.seq() + 1, next.hash());
    row(writes.table(examination.table()), after);
  }

  private void row(TableWrites rows, JournalHead head) {
    @Nullable Object[] row = examination.row().clone();
    row[row.length - 3] = head.version();
    row[row.length - 2] = head.seq();
    row[row.length - 1] = head.hash();
    @Nullable Object @Nullable [] stored = examination.ownRow().find(row);
    for (int i = 0; stored != null && i < row.length - 3; i++) {
      if (ColumnComparison.isRowOnly(rows.table(), rows.table().columns().get(i))) {
        row[i] = stored[i];
      }
    }
    if (examination.storedHead().isPresent()) {
      rows.updateFromVersion(examination.storedHead().get().version(), row);
    } else {
      rows.insert(row);
    }
  }
}
