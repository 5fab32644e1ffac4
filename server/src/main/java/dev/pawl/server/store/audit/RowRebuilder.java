package dev.pawl.server.store.audit;

import dev.pawl.core.engine.Revision;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.audit.RowComparison.UnreadableTime;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.SqlTable.Column;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.journal.ChainedEntry;
import dev.pawl.server.store.journal.JournalHead;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Rebuilds the rows of one aggregate from its journal, in the transaction that compared them.
///
/// Columns that are in no journal keep the stored value. If the row of a live lease is missing, its
/// last heartbeat is unknown, as if it cannot be read, and set to now, so that the lease does not
/// expire too early.
final class RowRebuilder {

  /// Tables whose rows are deleted and inserted. Attempts have steps, so their rows are updated.
  private static final List<SqlTable> LEAVES = List.of(SqlTable.STEP, SqlTable.MEMBER);

  private final Database database;
  private final SqlConnection sql;
  private final AggregateAudit audit;

  RowRebuilder(Database database, SqlConnection sql, AggregateAudit audit) {
    this.database = database;
    this.sql = sql;
    this.audit = audit;
  }

  void write(Revision revision, String commitId, Instant now) throws SQLException {
    for (SqlTable table : LEAVES) {
      delete(table, true);
    }
    delete(SqlTable.ATTEMPT, false);
    var writes = new WriteBatch();
    for (RowComparison.WrongRow one : wrong(SqlTable.ATTEMPT)) {
      putAttempt(writes, one, now);
    }
    for (SqlTable table : LEAVES) {
      wrong(table).forEach(one -> insert(writes, table, one));
    }
    recordRebuild(writes, revision, commitId, now);
    database.write(sql, writes);
  }

  private List<RowComparison.WrongRow> wrong(SqlTable table) {
    return audit.wrongRows().getOrDefault(table, List.of());
  }

  /// Deletes the rows that should not exist; all that are wrong, if `isAll`.
  private void delete(SqlTable table, boolean isAll) throws SQLException {
    var writes = new WriteBatch();
    for (RowComparison.WrongRow one : wrong(table)) {
      @Nullable Object @Nullable [] stored = one.stored();
      if (stored != null && (isAll || one.expected() == null)) {
        writes.table(table).delete(keys(table, stored));
      }
    }
    database.write(sql, writes);
  }

  @SuppressWarnings("NullAway") // keys are not null
  private static Object[] keys(SqlTable table, @Nullable Object[] row) {
    return Arrays.copyOf(row, table.keys().size());
  }

  private void putAttempt(WriteBatch writes, RowComparison.WrongRow one, Instant now)
      throws SQLException {
    @Nullable Object @Nullable [] expected = one.expected();
    if (expected != null && one.stored() == null) {
      writes.table(SqlTable.ATTEMPT).insert(withLiveness(expected, null, now));
    } else if (expected != null) {
      set(SqlTable.ATTEMPT, withLiveness(expected, one.stored(), now));
    }
  }

  /// Sets every mutable column, whatever its rule says about updates.
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

  /// Parameter names have letters only.
  private static String parameter(int column) {
    return "column" + (char) ('A' + column / 26) + (char) ('A' + column % 26);
  }

  private static void insert(WriteBatch writes, SqlTable table, RowComparison.WrongRow one) {
    @Nullable Object @Nullable [] expected = one.expected();
    if (expected != null) {
      writes.table(table).insert(expected);
    }
  }

  /// The replayed row of an attempt, with what only the stored row has of its lease.
  private static @Nullable Object[] withLiveness(
      @Nullable Object[] expected, @Nullable Object @Nullable [] stored, Instant now) {
    @Nullable Object[] row = expected.clone();
    for (int i = 0; i < row.length; i++) {
      Column column = SqlTable.ATTEMPT.columns().get(i);
      boolean isRenewal = column.name().equals("renewed_at");
      boolean isUnknown =
          stored == null || stored[i] == null || stored[i] instanceof UnreadableTime;
      if (stored != null && ColumnComparison.isRowOnly(SqlTable.ATTEMPT, column)) {
        row[i] = stored[i];
      } else if (isRenewal && stored != null && isLater(stored[i], row[i])) {
        row[i] = stored[i];
      } else if (isRenewal && isUnknown && ColumnComparison.isLeased(expected)) {
        row[i] = now;
      }
    }
    return row;
  }

  private static boolean isLater(@Nullable Object one, @Nullable Object other) {
    return one instanceof Instant left && other instanceof Instant right && left.isAfter(right);
  }

  /// Appends the entry that records the rebuild, and writes the aggregate's own row.
  private void recordRebuild(WriteBatch writes, Revision revision, String commitId, Instant now)
      throws SQLException {
    var key = AggregateKey.of(revision.after());
    JournalHead head = audit.head();
    var content = ChainedEntry.EntryContent.of(now, 1, revision.transitions());
    ChainedEntry next = ChainedEntry.next(key, head, commitId, content);
    JournalHead after = head.after(next, content);
    next.appendTo(writes, after);
    row(writes.table(audit.table()), after);
  }

  private void row(TableWrites rows, JournalHead head) throws SQLException {
    @Nullable Object[] row = audit.row().clone();
    row[row.length - 3] = head.version();
    row[row.length - 2] = head.seq();
    row[row.length - 1] = head.hash();
    @Nullable Object @Nullable [] stored = audit.ownRow().find(row);
    for (int i = 0; stored != null && i < row.length - 3; i++) {
      Column column = rows.table().columns().get(i);
      if (stored[i] instanceof UnreadableTime) {
        mend(column, row[i]);
      } else if (ColumnComparison.isRowOnly(rows.table(), column)) {
        row[i] = stored[i];
      }
    }
    if (audit.storedHead().isPresent()) {
      rows.updateFromVersion(audit.storedHead().get().version(), row);
    } else {
      rows.insert(row);
    }
  }

  /// Sets one column of the aggregate's own row, even if no commit changes it.
  private void mend(Column column, @Nullable Object value) throws SQLException {
    SqlTable table = audit.table();
    sql.statement(
            "UPDATE %s SET %s = :value WHERE %s = :key"
                .formatted(table, column.name(), table.keys().getFirst().name()))
        .with("value", value)
        .with("key", audit.aggregate().key())
        .update();
  }
}
