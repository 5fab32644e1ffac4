package dev.pawl.server.store.jdbc;

import dev.pawl.server.store.jdbc.SqlTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The SQL that writes rows, which differs between the databases. Queries are the same for both.
public enum Dialect {

  /// One statement a row: a call of SQLite costs almost nothing.
  SQLITE("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')") {
    @Override
    String buildInsert(SqlTable table) {
      return "INSERT INTO %s (%s) VALUES (%s)"
          .formatted(table, names(table.columns()), each(table.columns(), column -> "?"));
    }

    @Override
    String buildUpdate(SqlTable table) {
      return "UPDATE %s SET %s WHERE %s"
              .formatted(table, each(table.mutableColumns(), Dialect::later), where(table.keys()))
          + (table.isVersioned() ? " AND CAST(version AS INTEGER) = ?" : ""); // as it is read
    }

    @Override
    String buildDelete(SqlTable table) {
      return "DELETE FROM %s WHERE %s".formatted(table, where(table.keys()));
    }

    private static String where(List<Column> keys) {
      return keys.stream().map(key -> key.name() + " = ?").collect(Collectors.joining(" AND "));
    }
  },

  /// One statement for all rows of a table, with an array for each column: a statement costs far
  /// more than a row.
  POSTGRESQL("clock_timestamp()") {
    @Override
    String buildInsert(SqlTable table) {
      String names = names(table.columns());
      return "INSERT INTO %s (%s) SELECT %s FROM unnest(%s) AS sent (%s)"
          .formatted(table, names, values(table.columns()), arrays(table.columns()), names);
    }

    @Override
    String buildUpdate(SqlTable table) {
      List<Column> columns = new ArrayList<>(table.keys());
      columns.addAll(table.mutableColumns());
      String rows =
          table.isVersioned()
              ? rows(columns, ", ?::bigint[]", ", expected")
              : rows(columns, "", "");
      return "UPDATE %s AS old SET %s FROM %s WHERE %s"
              .formatted(
                  table, each(table.mutableColumns(), Dialect::laterOfNew), rows, same(table))
          + (table.isVersioned() ? " AND old.version = new.expected" : "");
    }

    @Override
    String buildDelete(SqlTable table) {
      return "DELETE FROM %s AS old USING unnest(%s) AS new (%s) WHERE %s"
          .formatted(table, arrays(table.keys()), names(table.keys()), same(table));
    }

    private static String arrays(List<Column> columns) {
      return each(columns, column -> "?::" + type(column) + "[]");
    }

    // Times are sent as milliseconds, which need no parsing.
    private static String values(List<Column> columns) {
      return each(
          columns,
          column ->
              column.type() == SqlTable.Type.TIME
                  ? "'epoch'::timestamptz + %s * '1 ms'::interval".formatted(column.name())
                  : column.name());
    }

    // The new rows, as a table named `new`.
    private static String rows(List<Column> columns, String more, String moreNames) {
      return "(SELECT %s%s FROM unnest(%s%s) AS sent (%s%s)) AS new (%s%s)"
          .formatted(
              values(columns), moreNames,
              arrays(columns), more,
              names(columns), moreNames,
              names(columns), moreNames);
    }

    private static String same(SqlTable table) {
      return table.keys().stream()
          .map(key -> "old.%s = new.%s".formatted(key.name(), key.name()))
          .collect(Collectors.joining(" AND "));
    }
  };

  /// Key of the cache of statements: there are few, and every commit needs some.
  private record Text(Dialect dialect, String kind, SqlTable table) {}

  private static final Map<Text, String> TEXTS = new ConcurrentHashMap<>();

  private final String now;

  /// @param now the SQL expression of the current time
  Dialect(String now) {
    this.now = now;
  }

  abstract String buildInsert(SqlTable table);

  abstract String buildUpdate(SqlTable table);

  abstract String buildDelete(SqlTable table);

  /// An insert, whose parameters are the columns of the table.
  public String insert(SqlTable table) {
    return TEXTS.computeIfAbsent(new Text(this, "insert", table), _ -> buildInsert(table));
  }

  /// An update. Its parameters are the mutable columns, then the keys, in SQLite; the keys, then
  /// the mutable columns, in PostgreSQL; then the expected version, if the table is versioned.
  public String update(SqlTable table) {
    return TEXTS.computeIfAbsent(new Text(this, "update", table), _ -> buildUpdate(table));
  }

  /// A delete, whose parameters are the keys.
  public String delete(SqlTable table) {
    return TEXTS.computeIfAbsent(new Text(this, "delete", table), _ -> buildDelete(table));
  }

  /// An insert that does nothing if the row exists. Its parameters are the columns of the table.
  public String insertIfAbsent(SqlTable table) {
    return insert(table) + " ON CONFLICT DO NOTHING";
  }

  /// An insert or update of [SqlTable#DUE], whose parameters are its columns. An earlier time in
  /// the future stays as it is: heartbeats move deadlines later all the time, and a check at the
  /// old time finds that nothing is due.
  public String upsertDue() {
    return insert(SqlTable.DUE)
        + " ON CONFLICT (run_id) DO UPDATE SET at = excluded.at"
        + " WHERE due.at > excluded.at OR due.at <= "
        + now;
  }

  /// The deletes that take a run out of the queue, whose parameter is its id.
  public static final List<String> WITHDRAWALS =
      List.of(
          "DELETE FROM ready WHERE run_id = ?",
          "DELETE FROM effect WHERE aggregate = 'run' AND aggregate_id = ?"
              + " AND kind IN ('dispatch', 'read-workflow')");

  /// The PostgreSQL type that values of the column are sent as.
  public static String type(Column column) {
    return switch (column.type()) {
      case TEXT -> "text";
      case NUMBER -> "bigint";
      case TIME -> "bigint";
    };
  }

  private static String names(List<Column> columns) {
    return each(columns, Column::name);
  }

  private static String each(List<Column> columns, Function<Column, String> text) {
    return columns.stream().map(text).collect(Collectors.joining(", "));
  }

  /// The assignment that merges a new value into the stored one.
  private static String later(Column column) {
    String rule =
        switch (column.rule()) {
          case GIVEN -> "%s = coalesce(?, %s)";
          case FIRST -> "%s = coalesce(%s, ?)";
          case GREATEST -> "%s = max(%s, coalesce(?, %s))";
          case SUM -> "%s = %s + ?";
          case LAST -> "%s = ?";
          case KEY, FIXED -> throw new IllegalArgumentException("not updatable: " + column);
        };
    return rule.replace("%s", column.name());
  }

  private static String laterOfNew(Column column) {
    String rule =
        switch (column.rule()) {
          case GIVEN -> "%s = coalesce(new.%s, old.%s)";
          case FIRST -> "%s = coalesce(old.%s, new.%s)";
          case GREATEST -> "%s = greatest(old.%s, new.%s)";
          case SUM -> "%s = old.%s + new.%s";
          case LAST -> "%s = new.%s";
          case KEY, FIXED -> throw new IllegalArgumentException("not updatable: " + column);
        };
    return rule.replace("%s", column.name());
  }
}
