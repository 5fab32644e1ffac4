package dev.pawl.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One connection, and statements with named parameters on it: `WHERE id = :id`. Prepared once,
/// reused. Used by one thread at a time.
final class Sql implements AutoCloseable {

  /// Milliseconds always, so that text sorts as time does.
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z][A-Za-z]*)");

  private final Connection connection;
  private final Map<String, Statement> prepared = new HashMap<>();

  Sql(Connection connection) {
    this.connection = connection;
  }

  /// The statement of this text, ready for its parameters.
  Statement of(String text) throws SQLException {
    Statement statement = prepared.get(text);
    if (statement == null) {
      List<String> names = new ArrayList<>();
      Matcher matcher = PARAMETER.matcher(text);
      String positional =
          matcher.replaceAll(match -> {
            names.add(match.group(1));
            return "?";
          });
      statement = new Statement(connection.prepareStatement(positional), names);
      prepared.put(text, statement);
    }
    return statement;
  }

  /// Runs statements that take no parameters.
  void run(String text) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(text);
    }
  }

  static String time(Instant instant) {
    return TIME.format(instant);
  }

  static @Nullable Instant time(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /// Reads one row.
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /// A prepared statement whose parameters have names.
  static final class Statement {

    private final PreparedStatement statement;
    private final List<String> names;

    private Statement(PreparedStatement statement, List<String> names) {
      this.statement = statement;
      this.names = names;
    }

    Statement with(String name, @Nullable Object value) throws SQLException {
      boolean known = false;
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).equals(name)) {
          known = true;
          statement.setObject(i + 1, value instanceof Instant instant ? time(instant) : value);
        }
      }
      if (!known) {
        throw new IllegalArgumentException("the statement has no parameter " + name);
      }
      return this;
    }

    int update() throws SQLException {
      return statement.executeUpdate();
    }

    <T> List<T> list(Row<T> row) throws SQLException {
      try (ResultSet rows = statement.executeQuery()) {
        List<T> list = new ArrayList<>();
        while (rows.next()) {
          list.add(row.read(rows));
        }
        return list;
      }
    }

    <T> Optional<T> first(Row<T> row) throws SQLException {
      return list(row).stream().findFirst();
    }
  }
}
