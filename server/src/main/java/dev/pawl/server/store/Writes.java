package dev.pawl.server.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Everything that one commit writes, collected before any of it is written.
final class Writes {

  private final Map<Table, RowWrites> tables = new HashMap<>();
  private final List<Long> delivered = new ArrayList<>();

  RowWrites to(Table table) {
    return tables.computeIfAbsent(table, RowWrites::new);
  }

  /// The tables that are written to, in the order in which they are to be.
  List<RowWrites> inOrder() {
    return Table.ALL.stream().filter(tables::containsKey).map(tables::get).toList();
  }

  /// Effects that need not be kept.
  void deliver(List<Long> effects) {
    delivered.addAll(effects);
  }

  List<Long> delivered() {
    return delivered;
  }
}
