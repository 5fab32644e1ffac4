package dev.pawl.server.store;

import dev.pawl.server.store.RowWrites.Image;
import dev.pawl.server.store.Table.Column;
import dev.pawl.server.store.Table.Rule;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes rows to SQLite: a statement a row, and those of a table in one batch, for which the
/// driver looks once whether there is a transaction and not for every row.
final class SqliteWriter {

  private final Sql sql;

  SqliteWriter(Sql sql) {
    this.sql = sql;
  }

  /// @throws Moved if a row is not as it was expected to be
  void write(Writes writes) throws SQLException {
    for (RowWrites rows : writes.inOrder()) {
      Table table = rows.table();
      all(rows.deletes(), Dialect.SQLITE.delete(table), table.keys());
      all(rows.absent(), Dialect.SQLITE.insertIfAbsent(table), table.columns());
      update(table, rows.updates());
      all(rows.puts(), Dialect.SQLITE.putDue(), table.columns());
      all(rows.inserts(), Dialect.SQLITE.insert(table), table.columns());
    }
    delivered(writes.delivered());
  }

  private void delivered(List<Long> effects) throws SQLException {
    if (effects.isEmpty()) {
      return;
    }
    PreparedStatement statement = sql.positional("DELETE FROM effect WHERE id = ?");
    for (long id : effects) {
      statement.setLong(1, id);
      statement.addBatch();
    }
    statement.executeBatch();
  }

  private void all(List<Image> rows, String text, List<Column> columns) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    PreparedStatement statement = sql.positional(text);
    for (Image row : rows) {
      for (int i = 0; i < columns.size(); i++) {
        bind(statement, i + 1, row.values()[i]);
      }
      statement.addBatch();
    }
    statement.executeBatch();
  }

  private void update(Table table, List<Image> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    PreparedStatement statement = sql.positional(Dialect.SQLITE.update(table));
    for (Image row : rows) {
      int parameter = 1;
      for (int i = 0; i < table.columns().size(); i++) {
        Rule rule = table.columns().get(i).rule();
        if (rule != Rule.KEY && rule != Rule.FIXED) {
          bind(statement, parameter++, row.values()[i]);
        }
      }
      for (int i = 0; i < table.keys().size(); i++) {
        bind(statement, parameter++, row.values()[i]);
      }
      if (table.hasHead()) {
        statement.setLong(parameter, row.expected());
      }
      statement.addBatch();
    }
    for (int count : statement.executeBatch()) {
      if (count != 1) {
        throw new Moved(table);
      }
    }
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    switch (value) {
      case null -> statement.setObject(index, null);
      case String text -> statement.setString(index, text);
      case Instant instant -> statement.setString(index, Sql.time(instant));
      case Integer number -> statement.setInt(index, number);
      case Long number -> statement.setLong(index, number);
      case Object other -> throw new IllegalArgumentException("no column holds " + other);
    }
  }
}
