package dev.pawl.server.store;

import dev.pawl.server.store.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// How a database is written to. What is read from it is the same text for all of them.
enum Dialect {

  /// A row a statement: calling SQLite costs next to nothing.
  SQLITE("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')") {
    @Override
    String makingInsert(Table table) {
      return "INSERT INTO %s (%s) VALUES (%s)"
          .formatted(table, names(table.columns()), each(table.columns(), column -> "?"));
    }

    @Override
    String makingUpdate(Table table) {
      return "UPDATE %s SET %s WHERE %s"
              .formatted(table, each(table.moving(), Dialect::later), where(table.keys()))
          + (table.hasHead() ? " AND version = ?" : "");
    }

    @Override
    String makingDelete(Table table) {
      return "DELETE FROM %s WHERE %s".formatted(table, where(table.keys()));
    }

    private static String where(List<Column> keys) {
      return keys.stream().map(key -> key.name() + " = ?").collect(Collectors.joining(" AND "));
    }
  },

  /// All rows of a table in one statement, a column an array: a statement costs far more than a
  /// row.
  POSTGRESQL("clock_timestamp()") {
    @Override
    String makingInsert(Table table) {
      String names = names(table.columns());
      return "INSERT INTO %s (%s) SELECT %s FROM unnest(%s) AS sent (%s)"
          .formatted(table, names, values(table.columns()), arrays(table.columns()), names);
    }

    @Override
    String makingUpdate(Table table) {
      List<Column> columns = new ArrayList<>(table.keys());
      columns.addAll(table.moving());
      String rows =
          table.hasHead() ? rows(columns, ", ?::bigint[]", ", expected") : rows(columns, "", "");
      return "UPDATE %s AS old SET %s FROM %s WHERE %s"
              .formatted(table, each(table.moving(), Dialect::laterOfNew), rows, same(table))
          + (table.hasHead() ? " AND old.version = new.expected" : "");
    }

    @Override
    String makingDelete(Table table) {
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
              column.type() == Table.Type.TIME
                  ? "'epoch'::timestamptz + %s * '1 ms'::interval".formatted(column.name())
                  : column.name());
    }

    // What is new, by the names of its columns.
    private static String rows(List<Column> columns, String more, String moreNames) {
      return "(SELECT %s%s FROM unnest(%s%s) AS sent (%s%s)) AS new (%s%s)"
          .formatted(
              values(columns), moreNames,
              arrays(columns), more,
              names(columns), moreNames,
              names(columns), moreNames);
    }

    private static String same(Table table) {
      return table.keys().stream()
          .map(key -> "old.%s = new.%s".formatted(key.name(), key.name()))
          .collect(Collectors.joining(" AND "));
    }
  };

  /// A statement that was made before: they are few, and every commit needs some.
  private record Text(Dialect dialect, String kind, Table table) {}

  private static final Map<Text, String> TEXTS = new ConcurrentHashMap<>();

  private final String now;

  /// @param now the time, as the database tells it
  Dialect(String now) {
    this.now = now;
  }

  abstract String makingInsert(Table table);

  abstract String makingUpdate(Table table);

  abstract String makingDelete(Table table);

  /// Takes the columns of the table.
  String insert(Table table) {
    return TEXTS.computeIfAbsent(new Text(this, "insert", table), _ -> makingInsert(table));
  }

  /// Takes the moving columns, then the keys, in SQLite; the keys, then the moving columns, in
  /// PostgreSQL; and the expected version at the end, if the table has one.
  String update(Table table) {
    return TEXTS.computeIfAbsent(new Text(this, "update", table), _ -> makingUpdate(table));
  }

  /// Takes the keys.
  String delete(Table table) {
    return TEXTS.computeIfAbsent(new Text(this, "delete", table), _ -> makingDelete(table));
  }

  /// Takes the columns of the table.
  String insertIfAbsent(Table table) {
    return insert(table) + " ON CONFLICT DO NOTHING";
  }

  /// Takes the columns of [Table#DUE]. One that is there stays, if it is earlier and still to come:
  /// deadlines move away with every sign of life, and that is found out when they come.
  String putDue() {
    return insert(Table.DUE)
        + " ON CONFLICT (run_id) DO UPDATE SET at = excluded.at"
        + " WHERE due.at > excluded.at OR due.at <= "
        + now;
  }

  /// As which it is sent.
  static String type(Column column) {
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

  /// What a later value, the parameter, makes of the one that is there.
  private static String later(Column column) {
    String rule =
        switch (column.rule()) {
          case GIVEN -> "%s = coalesce(?, %s)";
          case FIRST -> "%s = coalesce(%s, ?)";
          case GREATEST -> "%s = max(%s, coalesce(?, %s))";
          case SUM -> "%s = %s + ?";
          case LAST -> "%s = ?";
          case KEY, FIXED -> throw new IllegalArgumentException(column + " stays");
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
          case KEY, FIXED -> throw new IllegalArgumentException(column + " stays");
        };
    return rule.replace("%s", column.name());
  }
}
