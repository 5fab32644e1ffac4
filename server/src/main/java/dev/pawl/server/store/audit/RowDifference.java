package dev.pawl.server.store.audit;

/// A row that is not as the journal tells it.
///
/// @param table where it is
/// @param row which one, for people: `job 0, attempt 1`; empty for the aggregate's own
/// @param description is wrong with it
public record RowDifference(String table, String row, String description) {

  @Override
  public String toString() {
    return row.isEmpty()
        ? "%s: %s".formatted(table, description)
        : "%s (%s): %s".formatted(table, row, description);
  }
}
