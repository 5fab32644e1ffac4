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
  SQLITE {
    @Override
    String buildInsert(SqlTable table) {
      return "INSERT INTO %s (%s) VALUES (%s)"
          .formatted(table, names(table.columns()), each(table.columns(), column -> "?"));
    }

    @Override
    String buildUpdate(SqlTable table, long columns) {
      List<Column> changed =
          table.mutableColumns().stream()
              .filter(column -> (columns >> table.columns().indexOf(column) & 1) == 1)
              .toList();
      return "UPDATE %s SET %s WHERE %s"
              .formatted(
                  table,
                  each(changed, column -> later(table, columns, column)),
                  where(table.keys(), key -> numbered(table, columns, key)))
          + (table.isVersioned() // as it is read
              ? " AND CAST(version AS INTEGER) %s ?%d"
                  .formatted(table.versionComparison(), Long.bitCount(columns) + 1)
              : "");
    }

    private static String numbered(SqlTable table, long columns, Column column) {
      return numbered(table.columns().indexOf(column), columns);
    }

    // The parameter of a column: those before it that the statement has, and one.
    private static String numbered(int index, long columns) {
      return "?" + (Long.bitCount(columns & ((1L << index) - 1)) + 1);
    }

    // The assignment that merges a new value into the stored one.
    private static String later(SqlTable table, long columns, Column column) {
      String rule =
          switch (column.rule()) {
            case GIVEN -> "%1$s = coalesce(%2$s, %1$s)";
            case FIRST -> "%1$s = coalesce(%1$s, %2$s)";
            case GREATEST -> "%1$s = max(%1$s, coalesce(%2$s, %1$s))";
            case SUM -> "%1$s = %1$s + %2$s";
            case LAST -> "%1$s = %2$s";
            case OF_STATE -> "%1$s = CASE WHEN %3$s IS NULL THEN %1$s ELSE %2$s END";
            case OF_LEASE ->
                "%1$s = CASE WHEN %3$s > lease THEN %2$s"
                    + " WHEN %3$s = lease THEN max(%1$s, coalesce(%2$s, %1$s)) ELSE %1$s END";
            case KEY, FIXED -> throw new IllegalArgumentException("not updatable: " + column);
          };
      String other =
          switch (column.rule()) {
            case OF_STATE -> numbered(table.indexOf(SqlTable.STATE), columns);
            case OF_LEASE -> numbered(table.indexOf(SqlTable.LEASE), columns);
            default -> "";
          };
      return rule.formatted(column.name(), numbered(table, columns, column), other);
    }

    @Override
    String buildDelete(SqlTable table) {
      return "DELETE FROM %s WHERE %s".formatted(table, where(table.keys(), _ -> "?"));
    }

    private static String where(List<Column> keys, Function<Column, String> parameter) {
      return keys.stream()
          .map(key -> key.name() + " = " + parameter.apply(key))
          .collect(Collectors.joining(" AND "));
    }
  },

  /// One statement for all rows of a table, with an array for each column: a statement costs far
  /// more than a row.
  POSTGRESQL {
    @Override
    String buildInsert(SqlTable table) {
      return "INSERT INTO %s (%s) SELECT %s FROM (SELECT %s) AS sent"
          .formatted(table, names(table.columns()), values(table.columns()), sent(table.columns()));
    }

    @Override
    String buildUpdate(SqlTable table, long ignored) {
      List<Column> columns = new ArrayList<>(table.keys());
      columns.addAll(table.mutableColumns());
      String rows =
          table.isVersioned()
              ? rows(columns, ", unnest(?::bigint[]) AS expected", ", expected")
              : rows(columns, "", "");
      return "UPDATE %s AS old SET %s FROM %s WHERE %s"
              .formatted(
                  table, each(table.mutableColumns(), Dialect::laterOfNew), rows, same(table))
          + (table.isVersioned()
              ? " AND old.version %s new.expected".formatted(table.versionComparison())
              : "");
    }

    @Override
    String buildDelete(SqlTable table) {
      return "DELETE FROM %s AS old USING (SELECT %s) AS new WHERE %s"
          .formatted(table, sent(table.keys()), same(table));
    }

    // The columns of the sent rows. One call with all arrays would write each value into a store of
    // its own first, which takes four times as long.
    private static String sent(List<Column> columns) {
      return each(
          columns, column -> "unnest(?::%s[]) AS %s".formatted(type(column), column.name()));
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
      return "(SELECT %s%s FROM (SELECT %s%s) AS sent) AS new (%s%s)"
          .formatted(
              values(columns), moreNames,
              sent(columns), more,
              names(columns), moreNames);
    }

    private static String same(SqlTable table) {
      return table.keys().stream()
          .map(key -> "old.%s = new.%s".formatted(key.name(), key.name()))
          .collect(Collectors.joining(" AND "));
    }
  };

  /// Key of the cache of statements: there are few, and every commit needs some.
  private record Text(Dialect dialect, String kind, SqlTable table, long columns) {}

  private static final Map<Text, String> TEXTS = new ConcurrentHashMap<>();

  abstract String buildInsert(SqlTable table);

  abstract String buildUpdate(SqlTable table, long columns);

  abstract String buildDelete(SqlTable table);

  /// An insert, whose parameters are the columns of the table.
  public String insert(SqlTable table) {
    return TEXTS.computeIfAbsent(new Text(this, "insert", table, 0), _ -> buildInsert(table));
  }

  /// An update of all columns. Its parameters are the keys, then the mutable columns; then the
  /// expected version, if the table is versioned.
  public String update(SqlTable table) {
    return update(table, 0);
  }

  /// An update of some columns, for SQLite: it need not look at the indexes of the others. Its
  /// parameters are these columns, in the order of the table; then the expected version, if the
  /// table is versioned.
  ///
  /// @param columns as [SqlTable#columnsOfUpdate] says
  public String update(SqlTable table, long columns) {
    return TEXTS.computeIfAbsent(
        new Text(this, "update", table, columns), _ -> buildUpdate(table, columns));
  }

  /// A delete, whose parameters are the keys.
  public String delete(SqlTable table) {
    return TEXTS.computeIfAbsent(new Text(this, "delete", table, 0), _ -> buildDelete(table));
  }

  /// An insert that does nothing if the row exists. Its parameters are the columns of the table.
  public String insertIfAbsent(SqlTable table) {
    return insert(table) + " ON CONFLICT DO NOTHING";
  }

  /// The statements that take a run out of the queue, whose parameter is its id.
  public static final List<String> WITHDRAWALS =
      List.of(
          "UPDATE attempt SET is_queued = 0 WHERE is_queued = 1 AND run_id = ?",
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
  private static String laterOfNew(Column column) {
    String rule =
        switch (column.rule()) {
          case GIVEN -> "%s = coalesce(new.%s, old.%s)";
          case FIRST -> "%s = coalesce(old.%s, new.%s)";
          case GREATEST -> "%s = greatest(old.%s, new.%s)";
          case SUM -> "%s = old.%s + new.%s";
          case LAST -> "%s = new.%s";
          case OF_STATE -> "%s = CASE WHEN new.state IS NULL THEN old.%s ELSE new.%s END";
          case OF_LEASE ->
              "%s = CASE WHEN new.lease > old.lease THEN new.%s"
                  + " WHEN new.lease = old.lease THEN greatest(old.%s, new.%s) ELSE old.%s END";
          case KEY, FIXED -> throw new IllegalArgumentException("not updatable: " + column);
        };
    return rule.replace("%s", column.name());
  }
}
