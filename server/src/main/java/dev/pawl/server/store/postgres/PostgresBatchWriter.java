package dev.pawl.server.store.postgres;

import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.SqlTable.Column;
import dev.pawl.server.store.jdbc.SqlTable.UpdateRule;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.TableWrites.RowImage;
import dev.pawl.server.store.jdbc.VersionConflict;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes rows to PostgreSQL: one statement for each table and kind of change, with an array for
/// each column, and all statements in one round trip, which costs more than a hundred rows.
final class PostgresBatchWriter {

  /// The values of one column of all rows, as an array parameter.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Parameter(String type, @Nullable Object[] values) {}

  private final SqlConnection sql;
  private final StringBuilder text = new StringBuilder();
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<Integer> expectedCounts = new ArrayList<>();

  PostgresBatchWriter(SqlConnection sql) {
    this.sql = sql;
  }

  /// @throws VersionConflict if a row to be updated is missing or has another version
  void write(WriteBatch writes) throws SQLException {
    lockRuns(writes);
    for (String text : writes.withdrawnRuns().isEmpty() ? List.<String>of() : Dialect.WITHDRAWALS) {
      statement(text.replace("= ?", "= ANY (?::text[])"), -1);
      parameters.add(new Parameter("text", writes.withdrawnRuns().toArray(String[]::new)));
    }
    for (TableWrites rows : writes.tables()) {
      SqlTable table = rows.table();
      add(rows.deletes(), Dialect.POSTGRESQL.delete(table), table.keys(), false);
      add(rows.insertsIfAbsent(), Dialect.POSTGRESQL.insertIfAbsent(table), table.columns(), false);
      update(table, rows.updates());
      add(rows.inserts(), Dialect.POSTGRESQL.insert(table), table.columns(), true);
    }
    if (!writes.deletedEffects().isEmpty()) {
      statement("DELETE FROM effect WHERE id = ANY (?::bigint[])", -1);
      parameters.add(new Parameter("bigint", writes.deletedEffects().toArray(Long[]::new)));
    }
    writes
        .notification()
        .ifPresent(notice -> {
          statement(PostgresNotificationListener.NOTIFY, -1);
          parameters.add(new Parameter("text", new String[] {notice}));
        });
    if (!expectedCounts.isEmpty()) {
      execute();
    }
  }

  /// Locks the runs whose rows are not written, as an update would. Those that are written too, so
  /// that every commit locks runs in the same order.
  private void lockRuns(WriteBatch writes) {
    if (writes.lockedRuns().isEmpty()) {
      return;
    }
    List<String> runs = new ArrayList<>(writes.lockedRuns());
    for (RowImage row : writes.table(SqlTable.RUN).updates()) {
      runs.add((String) row.values()[0]);
    }
    statement(
        "SELECT 1 FROM run WHERE id = ANY (?::text[]) ORDER BY id FOR NO KEY UPDATE", runs.size());
    parameters.add(new Parameter("text", runs.toArray(String[]::new)));
  }

  private void add(List<RowImage> rows, String statement, List<Column> columns, boolean isCounted) {
    if (rows.isEmpty()) {
      return;
    }
    statement(statement, isCounted ? rows.size() : -1);
    for (int i = 0; i < columns.size(); i++) {
      column(rows, columns.get(i), i);
    }
  }

  private void update(SqlTable table, List<RowImage> rows) {
    if (rows.isEmpty()) {
      return;
    }
    statement(Dialect.POSTGRESQL.update(table), rows.size());
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).rule() != UpdateRule.FIXED) {
        column(rows, table.columns().get(i), i);
      }
    }
    if (table.isVersioned()) {
      parameters.add(
          new Parameter(
              "bigint", rows.stream().map(RowImage::expectedVersion).toArray(Long[]::new)));
    }
  }

  private void statement(String statement, int expectedCount) {
    text.append(statement).append(";\n");
    expectedCounts.add(expectedCount);
  }

  /// Adds a column as an array of its own type, which is sent in binary form.
  private void column(List<RowImage> rows, Column column, int index) {
    @Nullable Object[] values =
        column.type() == SqlTable.Type.TEXT
            ? new @Nullable String[rows.size()]
            : new @Nullable Long[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = bound(rows.get(row).values()[index]);
    }
    parameters.add(new Parameter(Dialect.type(column), values));
  }

  /// Converts a value. PostgreSQL's text cannot hold the character NUL.
  private static @Nullable Object bound(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case String text -> text.indexOf('\0') >= 0 ? text.replace('\0', '\uFFFD') : text;
      case Instant instant -> instant.toEpochMilli();
      case Integer number -> number.longValue();
      case Long number -> number;
      case Object other -> throw new IllegalArgumentException("no column type for " + other);
    };
  }

  /// The rows that the statement has written, or locked.
  private static int count(PreparedStatement statement) throws SQLException {
    try (@Nullable ResultSet locked = statement.getResultSet()) {
      int rows = 0;
      while (locked != null && locked.next()) {
        rows++;
      }
      return locked == null ? statement.getUpdateCount() : rows;
    }
  }

  private void execute() throws SQLException {
    PreparedStatement statement = sql.connection().prepareStatement(text.toString());
    try (statement) {
      for (int i = 0; i < parameters.size(); i++) {
        Parameter parameter = parameters.get(i);
        statement.setArray(
            i + 1, sql.connection().createArrayOf(parameter.type(), parameter.values()));
      }
      statement.execute();
      for (int expected : expectedCounts) {
        if (expected >= 0 && count(statement) != expected) {
          throw new VersionConflict("a row is missing or has another version");
        }
        statement.getMoreResults();
      }
    }
  }
}
