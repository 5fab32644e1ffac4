package dev.pawl.server.store.audit;

/// A row that differs from what the journal replays to.
///
/// @param table the name of its table
/// @param row names the row for people: `job 0, attempt 1`; empty for the aggregate's own row
/// @param description is wrong with it
public record RowDifference(String table, String row, String description) {

  @Override
  public String toString() {
    return row.isEmpty()
        ? "%s: %s".formatted(table, description)
        : "%s (%s): %s".formatted(table, row, description);
  }
}
