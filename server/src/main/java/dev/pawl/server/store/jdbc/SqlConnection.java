package dev.pawl.server.store.jdbc;

import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.UnreadableRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGStatement;

/// A database connection whose statements have named parameters: `WHERE id = :id`. Each text is
/// prepared once and reused. Used by one thread at a time.
public final class SqlConnection implements AutoCloseable {

  /// Always with milliseconds, so that texts sort as times do.
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z][A-Za-z]*)");

  /// A statement with question marks in place of its parameters' names.
  private record ParsedText(String text, List<String> names) {

    static ParsedText of(String text) {
      List<String> names = new ArrayList<>();
      String positional =
          PARAMETER
              .matcher(text)
              .replaceAll(match -> {
                names.add(match.group(1));
                return "?";
              });
      return new ParsedText(positional, List.copyOf(names));
    }
  }

  /// All texts that were ever used. There are a few hundred.
  private static final Map<String, ParsedText> PARSED = new ConcurrentHashMap<>();

  /// The last time that was formatted: most times of a commit are the same.
  private record FormattedTime(Instant instant, String text) {}

  private static volatile FormattedTime last =
      new FormattedTime(Instant.EPOCH, TIME.format(Instant.EPOCH));

  private final Connection connection;
  private final Dialect dialect;
  private final Map<String, Statement> prepared = new HashMap<>();
  private final Map<String, PreparedStatement> positional = new HashMap<>();

  public SqlConnection(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  public Connection connection() {
    return connection;
  }

  public Dialect dialect() {
    return dialect;
  }

  /// Prepares a statement whose parameters are question marks.
  public PreparedStatement positional(String text) throws SQLException {
    @Nullable PreparedStatement known = positional.get(text);
    if (known == null) {
      known = connection.prepareStatement(text);
      positional.put(text, known);
    }
    return known;
  }

  /// Prepares a statement with named parameters.
  public Statement statement(String text) throws SQLException {
    Statement statement = prepared.get(text);
    if (statement == null) {
      ParsedText parsed = PARSED.computeIfAbsent(text, ParsedText::of);
      statement = new Statement(connection.prepareStatement(parsed.text()), parsed.names(), this);
      prepared.put(text, statement);
    }
    return statement;
  }

  /// Executes statements without parameters, separated by semicolons.
  public void execute(String text) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(text);
    }
  }

  /// The time as the SQLite tables and all journals spell it.
  public static String time(Instant instant) {
    FormattedTime known = last;
    if (!known.instant().equals(instant)) {
      known = new FormattedTime(instant, TIME.format(instant));
      last = known;
    }
    return known.text();
  }

  /// Reads a time that is not null.
  public static Instant instant(ResultSet row, int column) throws SQLException {
    return instant(row.getObject(column));
  }

  public static Instant instant(ResultSet row, String column) throws SQLException {
    return instant(row.getObject(column));
  }

  static @Nullable public Instant instantOrNull(ResultSet row, int column) throws SQLException {
    @Nullable Object value = row.getObject(column);
    return value == null ? null : instant(value);
  }

  static @Nullable public Instant instantOrNull(ResultSet row, String column) throws SQLException {
    @Nullable Object value = row.getObject(column);
    return value == null ? null : instant(value);
  }

  /// A time of these years; `infinity` is none.
  private static Instant instant(Object value) {
    Instant instant =
        value instanceof Timestamp time ? time.toInstant() : Instant.parse((String) value);
    if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
      throw new DateTimeException("'%s' is no time".formatted(value));
    }
    return instant;
  }

  /// Reads a time by which rows are sorted. One that cannot be read is the first or the last.
  public static Instant instantInOrder(ResultSet row, int column) throws SQLException {
    @Nullable Object value = row.getObject(column);
    try {
      return value == null ? LAST : instant(value);
    } catch (RuntimeException _) {
      boolean isFirst =
          value instanceof Timestamp time
              ? time.getTime() < 0
              : String.valueOf(value).compareTo(time(FIRST)) < 0;
      return isFirst ? FIRST : LAST;
    }
  }

  /// Reads a value of a row.
  public interface ValueReader<T> {
    T read() throws SQLException;
  }

  /// The value, or `other` if it cannot be parsed or converted.
  public static <T extends @Nullable Object> T readOr(T other, ValueReader<T> value)
      throws SQLException {
    try {
      return value.read();
    } catch (RuntimeException _) {
      return other;
    } catch (SQLException e) {
      if (isUnreadable(e)) {
        return other;
      }
      throw e;
    }
  }

  /// Whether a value could not be read or computed, by the class of the SQL state.
  public static boolean isUnreadable(SQLException e) {
    return String.valueOf(e.getSQLState()).startsWith("22");
  }

  /// Converts a parameter to what the driver accepts.
  private @Nullable Object bound(@Nullable Object value) throws SQLException {
    return switch (value) {
      case Instant instant when dialect == Dialect.POSTGRESQL -> instant.atOffset(ZoneOffset.UTC);
      case Instant instant -> time(instant);
      // No text of PostgreSQL has a NUL, so nothing is found by one.
      case String text when dialect == Dialect.POSTGRESQL -> text.replace('\0', '\uFFFD');
      case String[] texts -> connection.createArrayOf("text", texts);
      case null, default -> value;
    };
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /// Reads one row of a result.
  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /// A prepared statement whose parameters have names.
  public static final class Statement {

    private final PreparedStatement statement;
    private final List<String> names;
    private final SqlConnection sql;

    private Statement(PreparedStatement statement, List<String> names, SqlConnection sql) {
      this.statement = statement;
      this.names = names;
      this.sql = sql;
    }

    public Statement with(String name, @Nullable Object value) throws SQLException {
      boolean known = false;
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).equals(name)) {
          known = true;
          statement.setObject(i + 1, sql.bound(value));
        }
      }
      if (!known) {
        throw new IllegalArgumentException("the statement has no parameter '%s'".formatted(name));
      }
      return this;
    }

    /// Makes PostgreSQL plan the query anew each time. A plan that was made while a queue was empty
    /// sorts the whole queue, and would be kept when the queue is long.
    public Statement withoutPlanCache() throws SQLException {
      if (sql.dialect == Dialect.POSTGRESQL) {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
      }
      return this;
    }

    public int update() throws SQLException {
      return statement.executeUpdate();
    }

    /// Reads all rows.
    ///
    /// @throws UnreadableRow if a value cannot be parsed or converted
    public <T> List<T> list(RowReader<T> row) throws SQLException {
      try (ResultSet rows = statement.executeQuery()) {
        List<T> list = new ArrayList<>();
        while (rows.next()) {
          list.add(read(row, rows));
        }
        return list;
      }
    }

    private static <T> T read(RowReader<T> row, ResultSet rows) throws SQLException {
      try {
        return row.read(rows);
      } catch (CorruptJournal | UnreadableRow | StoreUnavailable e) {
        throw e;
      } catch (RuntimeException e) {
        throw new UnreadableRow(e);
      } catch (SQLException e) {
        if (isUnreadable(e)) {
          throw new UnreadableRow(e);
        }
        throw e;
      }
    }

    /// Reads rows until the reader has enough.
    ///
    /// @param row returns whether it wants more
    public void each(RowReader<Boolean> row) throws SQLException {
      try (ResultSet rows = statement.executeQuery()) {
        boolean wantsMore = true;
        while (wantsMore && rows.next()) {
          wantsMore = read(row, rows);
        }
      }
    }

    public <T> Optional<T> first(RowReader<T> row) throws SQLException {
      return list(row).stream().findFirst();
    }
  }
}
