package dev.pawl.server.store;

/// A row that is not as the journal tells it.
///
/// @param table where it is
/// @param row which one, for people: `job 0, attempt 1`; empty for the aggregate's own
/// @param what is wrong with it
public record Difference(String table, String row, String what) {

  @Override
  public String toString() {
    return row.isEmpty()
        ? "%s: %s".formatted(table, what)
        : "%s (%s): %s".formatted(table, row, what);
  }
}
