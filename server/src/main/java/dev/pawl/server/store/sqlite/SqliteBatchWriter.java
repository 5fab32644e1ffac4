package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.SqlTable.Column;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.TableWrites.RowImage;
import dev.pawl.server.store.jdbc.VersionConflict;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes rows to SQLite: one statement a row, batched by table, because the driver checks once a
/// batch whether there is a transaction, and not once a row.
final class SqliteBatchWriter {

  private final SqlConnection sql;

  SqliteBatchWriter(SqlConnection sql) {
    this.sql = sql;
  }

  /// @throws VersionConflict if a row to be updated is missing or has another version
  void write(WriteBatch writes) throws SQLException {
    for (String run : writes.withdrawnRuns()) {
      for (String text : Dialect.WITHDRAWALS) {
        PreparedStatement statement = sql.positional(text);
        statement.setString(1, run);
        statement.executeUpdate();
      }
    }
    for (TableWrites rows : writes.tables()) {
      SqlTable table = rows.table();
      all(rows.deletes(), Dialect.SQLITE.delete(table), table.keys());
      all(rows.insertsIfAbsent(), Dialect.SQLITE.insertIfAbsent(table), table.columns());
      update(table, rows.updates());
      all(rows.inserts(), Dialect.SQLITE.insert(table), table.columns());
    }
    deleteEffects(writes.deletedEffects());
  }

  private void deleteEffects(List<Long> effects) throws SQLException {
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

  private void all(List<RowImage> rows, String text, List<Column> columns) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    PreparedStatement statement = sql.positional(text);
    for (RowImage row : rows) {
      for (int i = 0; i < columns.size(); i++) {
        bind(statement, i + 1, row.values()[i]);
      }
      statement.addBatch();
    }
    statement.executeBatch();
  }

  /// Updates rows, those of which the same columns change by the same statement.
  private void update(SqlTable table, List<RowImage> rows) throws SQLException {
    Map<Long, List<RowImage>> byColumns = new LinkedHashMap<>();
    for (RowImage row : rows) {
      byColumns
          .computeIfAbsent(table.columnsOfUpdate(row.values()), _ -> new ArrayList<>())
          .add(row);
    }
    for (var same : byColumns.entrySet()) {
      update(table, same.getKey(), same.getValue());
    }
  }

  private void update(SqlTable table, long columns, List<RowImage> rows) throws SQLException {
    PreparedStatement statement = sql.positional(Dialect.SQLITE.update(table, columns));
    for (RowImage row : rows) {
      int parameter = 1;
      for (long rest = columns; rest != 0; rest &= rest - 1) {
        bind(statement, parameter++, row.values()[Long.numberOfTrailingZeros(rest)]);
      }
      if (table.isVersioned()) {
        statement.setLong(parameter, row.expectedVersion());
      }
      statement.addBatch();
    }
    for (int count : statement.executeBatch()) {
      if (count != 1) {
        throw new VersionConflict(table);
      }
    }
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    switch (value) {
      case null -> statement.setObject(index, null);
      case String text -> statement.setString(index, text);
      case Instant instant -> statement.setString(index, SqlConnection.time(instant));
      case Integer number -> statement.setInt(index, number);
      case Long number -> statement.setLong(index, number);
      case Object other -> throw new IllegalArgumentException("no column type for " + other);
    }
  }
}
