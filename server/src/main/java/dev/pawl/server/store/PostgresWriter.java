package dev.pawl.server.store;

import dev.pawl.server.store.RowWrites.Image;
import dev.pawl.server.store.Table.Column;
import dev.pawl.server.store.Table.Rule;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes rows to PostgreSQL: one statement a table and kind of change, a column an array, and all
/// of them sent at once, for a round trip costs more than a hundred rows.
final class PostgresWriter {

  /// A column of rows, as the server takes it.
  private record Parameter(String type, @Nullable Object[] values) {}

  private final Sql sql;
  private final StringBuilder text = new StringBuilder();
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<Integer> expectedCounts = new ArrayList<>();

  PostgresWriter(Sql sql) {
    this.sql = sql;
  }

  /// @param isNews whether other orchestrators are to be woken
  /// @throws Moved if a row is not as it was expected to be
  void write(Writes writes, boolean isNews) throws SQLException {
    for (RowWrites rows : writes.inOrder()) {
      Table table = rows.table();
      add(rows.deletes(), Dialect.POSTGRESQL.delete(table), table.keys(), false);
      add(rows.absent(), Dialect.POSTGRESQL.insertIfAbsent(table), table.columns(), false);
      update(table, rows.updates());
      add(rows.puts(), Dialect.POSTGRESQL.putDue(), table.columns(), false);
      add(rows.inserts(), Dialect.POSTGRESQL.insert(table), table.columns(), true);
    }
    if (!writes.delivered().isEmpty()) {
      statement("DELETE FROM effect WHERE id = ANY (?::bigint[])", -1);
      parameters.add(new Parameter("bigint", writes.delivered().toArray(Long[]::new)));
    }
    if (isNews) {
      statement("NOTIFY " + PostgresNews.CHANNEL, -1);
    }
    if (!expectedCounts.isEmpty()) {
      execute();
    }
  }

  private void add(List<Image> rows, String statement, List<Column> columns, boolean isCounted) {
    if (rows.isEmpty()) {
      return;
    }
    statement(statement, isCounted ? rows.size() : -1);
    for (int i = 0; i < columns.size(); i++) {
      column(rows, columns.get(i), i);
    }
  }

  private void update(Table table, List<Image> rows) {
    if (rows.isEmpty()) {
      return;
    }
    statement(Dialect.POSTGRESQL.update(table), rows.size());
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).rule() != Rule.FIXED) {
        column(rows, table.columns().get(i), i);
      }
    }
    if (table.hasHead()) {
      parameters.add(
          new Parameter("bigint", rows.stream().map(Image::expected).toArray(Long[]::new)));
    }
  }

  private void statement(String statement, int expectedCount) {
    text.append(statement).append(";\n");
    expectedCounts.add(expectedCount);
  }

  /// In arrays of their own type, which are sent as they are and not as text.
  private void column(List<Image> rows, Column column, int index) {
    @Nullable Object[] values =
        column.type() == Table.Type.TEXT
            ? new @Nullable String[rows.size()]
            : new @Nullable Long[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = bound(rows.get(row).values()[index]);
    }
    parameters.add(new Parameter(Dialect.type(column), values));
  }

  /// PostgreSQL's text holds every character but one.
  private static @Nullable Object bound(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case String text -> text.indexOf('\0') >= 0 ? text.replace('\0', '\uFFFD') : text;
      case Instant instant -> instant.toEpochMilli();
      case Integer number -> number.longValue();
      case Long number -> number;
      case Object other -> throw new IllegalArgumentException("no column holds " + other);
    };
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
        if (expected >= 0 && statement.getUpdateCount() != expected) {
          throw new Moved("a row is not as it was expected", null);
        }
        statement.getMoreResults();
      }
    }
  }
}
