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

/// The rows of one table that belong to one aggregate, held against what they should be.
final class RowComparison {

  private final SqlTable table;
  private final SequencedMap<String, @Nullable Object[]> rows = new LinkedHashMap<>();

  private RowComparison(SqlTable table) {
    this.table = table;
  }

  /// Those whose first key is `key`.
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
            case TIME -> SqlConnection.instantOrNull(row, i + 1);
          };
    }
    rows.put(key(values), values);
    return true;
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

  /// The row of the same key, if it is there.
  @Nullable Object @Nullable [] find(@Nullable Object[] expected) {
    return rows.get(key(expected));
  }

  /// A row that is there and should not be, is not there, or is otherwise.
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

    /// What should be there.
    @Nullable Object @Nullable [] expected() {
      return expected;
    }

    /// What is there.
    @Nullable Object @Nullable [] stored() {
      return stored;
    }

    RowDifference difference() {
      return difference;
    }
  }

  /// What differs from what is expected.
  List<WrongRow> compare(List<@Nullable Object[]> expected) {
    List<WrongRow> wrong = new ArrayList<>();
    SequencedMap<String, @Nullable Object[]> more = new LinkedHashMap<>(rows);
    for (@Nullable Object[] one : expected) {
      @Nullable Object @Nullable [] stored = more.remove(key(one));
      String what = stored == null ? "is missing" : otherwise(one, stored);
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

  private String otherwise(@Nullable Object[] expected, @Nullable Object[] stored) {
    for (int i = 0; i < expected.length; i++) {
      Column column = table.columns().get(i);
      if (!isMoot(column, expected)
          && !ColumnComparison.isAsExpected(table, column, expected[i], stored[i])) {
        return "%s is %s, the journal says %s"
            .formatted(column.name(), text(stored[i]), text(expected[i]));
      }
    }
    return "";
  }

  /// How alive a lease was that is over.
  private boolean isMoot(Column column, @Nullable Object[] expected) {
    return table == SqlTable.LEASE
        && column.name().equals("renewed_at")
        && !ColumnComparison.isLive(expected);
  }

  private static String text(@Nullable Object value) {
    return value instanceof Instant instant
        ? SqlConnection.time(instant.truncatedTo(ChronoUnit.MILLIS))
        : value == null ? "nothing" : "'" + value + "'";
  }

  /// `job 0, attempt 1`; nothing where the first key is all there is.
  private String name(@Nullable Object[] values) {
    List<String> parts = new ArrayList<>();
    for (int i = 1; i < table.keys().size(); i++) {
      parts.add(table.keys().get(i).name() + " " + values[i]);
    }
    return String.join(", ", parts);
  }
}
