package dev.pawl.server.store.audit;

import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.SqlTable.Column;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rows of one table that belong to one aggregate, to be compared with the replayed ones.
final class RowComparison {

  private final SqlTable table;
  private final SequencedMap<String, @Nullable Object[]> rows = new LinkedHashMap<>();

  /// A stored time that cannot be read. It is never as expected.
  record UnreadableTime(String text) {}

  private RowComparison(SqlTable table) {
    this.table = table;
  }

  /// Loads the rows whose first key column is `key`.
  static RowComparison load(SqlConnection sql, SqlTable table, String key) throws SQLException {
    var stored = new RowComparison(table);
    String names = table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
    String first = table.keys().getFirst().name();
    sql.statement("SELECT %s FROM %s WHERE %s = :key".formatted(names, table, first))
        .with("key", key)
        .list(row -> stored.add(row));
    return stored;
  }

  private boolean add(ResultSet row) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[table.columns().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (table.columns().get(i).type()) {
            case TEXT -> row.getString(i + 1);
            case NUMBER -> number(row, i + 1);
            case TIME -> time(row, i + 1);
          };
    }
    rows.put(key(values), values);
    return true;
  }

  private static @Nullable Object time(ResultSet row, int column) throws SQLException {
    try {
      return SqlConnection.instantOrNull(row, column);
    } catch (RuntimeException _) {
      return new UnreadableTime(String.valueOf(row.getString(column)));
    }
  }

  private static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? null : (Long) number;
  }

  private String key(@Nullable Object[] values) {
    var key = new StringBuilder();
    for (int i = 0; i < table.keys().size(); i++) {
      key.append(values[i]).append('\n');
    }
    return key.toString();
  }

  /// The stored rows with another value in one column.
  List<@Nullable Object[]> rowsWith(String column, Object value) {
    int index = table.indexOf(column);
    List<@Nullable Object[]> changed = new ArrayList<>();
    for (@Nullable Object[] row : rows.values()) {
      @Nullable Object[] copy = row.clone();
      copy[index] = value;
      changed.add(copy);
    }
    return changed;
  }

  /// The stored row with the same key as the given one, if there is one.
  @Nullable Object @Nullable [] find(@Nullable Object[] expected) {
    return rows.get(key(expected));
  }

  /// A row that is missing, superfluous, or different.
  static final class WrongRow {

    private final @Nullable Object @Nullable [] expected;
    private final @Nullable Object @Nullable [] stored;
    private final RowDifference difference;

    WrongRow(
        @Nullable Object @Nullable [] expected,
        @Nullable Object @Nullable [] stored,
        RowDifference difference) {
      this.expected = expected;
      this.stored = stored;
      this.difference = difference;
    }

    /// The replayed row; null if there should be none.
    @Nullable Object @Nullable [] expected() {
      return expected;
    }

    /// The stored row; null if there is none.
    @Nullable Object @Nullable [] stored() {
      return stored;
    }

    RowDifference difference() {
      return difference;
    }
  }

  /// The rows that differ from the expected ones.
  List<WrongRow> compare(List<@Nullable Object[]> expected) {
    List<WrongRow> wrong = new ArrayList<>();
    SequencedMap<String, @Nullable Object[]> more = new LinkedHashMap<>(rows);
    for (@Nullable Object[] one : expected) {
      @Nullable Object @Nullable [] stored = more.remove(key(one));
      String what = stored == null ? "is missing" : describeDifference(one, stored);
      if (!what.isEmpty()) {
        wrong.add(new WrongRow(one, stored, new RowDifference(table.toString(), name(one), what)));
      }
    }
    for (@Nullable Object[] stored : more.values()) {
      var what = new RowDifference(table.toString(), name(stored), "is not in the journal");
      wrong.add(new WrongRow(null, stored, what));
    }
    return wrong;
  }

  /// Empty if there is none.
  private String describeDifference(@Nullable Object[] expected, @Nullable Object[] stored) {
    for (int i = 0; i < expected.length; i++) {
      Column column = table.columns().get(i);
      boolean isIrrelevant =
          isIrrelevant(column, expected) && !(stored[i] instanceof UnreadableTime);
      if (!isIrrelevant && !ColumnComparison.isAsExpected(table, column, expected[i], stored[i])) {
        return "%s is %s, but %s according to the journal"
            .formatted(column.name(), text(stored[i]), text(expected[i]));
      }
    }
    return "";
  }

  /// Whether the column does not matter any more: the last heartbeat of an ended lease.
  private boolean isIrrelevant(Column column, @Nullable Object[] expected) {
    return table == SqlTable.ATTEMPT
        && column.name().equals("renewed_at")
        && !ColumnComparison.isLeased(expected);
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case Instant instant -> SqlConnection.time(instant.truncatedTo(ChronoUnit.MILLIS));
      case UnreadableTime(var text) -> "'%s', which cannot be read".formatted(text);
      case null -> "empty";
      case Object other -> "'" + other + "'";
    };
  }

  /// `job 0, attempt 1`; empty if the table has only one key column.
  private String name(@Nullable Object[] values) {
    List<String> parts = new ArrayList<>();
    for (int i = 1; i < table.keys().size(); i++) {
      parts.add(table.keys().get(i).name() + " " + values[i]);
    }
    return String.join(", ", parts);
  }
}
