package dev.pawl.server.store.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Everything that one commit writes, collected before any of it is written.
public final class WriteBatch {

  private final Map<SqlTable, TableWrites> tables = new HashMap<>();
  private final List<Long> delivered = new ArrayList<>();

  public TableWrites table(SqlTable table) {
    return tables.computeIfAbsent(table, TableWrites::new);
  }

  /// The tables that are written to, in the order in which they are to be.
  public List<TableWrites> tables() {
    return SqlTable.ALL.stream().filter(tables::containsKey).map(tables::get).toList();
  }

  /// Effects that need not be kept.
  public void deleteEffects(List<Long> effects) {
    delivered.addAll(effects);
  }

  public List<Long> deletedEffects() {
    return delivered;
  }
}
