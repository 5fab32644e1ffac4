package dev.pawl.server.store.postgres;

import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLState;

/// The connections to a PostgreSQL: a few, opened when they are needed and used again. One that has
/// failed is not, nor are those that were idle when it did: so whoever asks after the database came
/// back asks the database that came back.
public final class PostgresConnectionPool implements AutoCloseable {

  private static final int MOST = 8;

  /// How long somebody waits for a connection that others use.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// A statement that takes longer is given up, by whichever side notices it first.
  private static final Duration STATEMENT = Duration.ofSeconds(30);

  private static final Duration CONNECT = Duration.ofSeconds(5);

  /// Whoever stands still in a transaction, with what it has locked, loses it then: or all the
  /// others would stand still with it.
  private static final Duration STILL = Duration.ofSeconds(5);

  private final String url;
  private final UnaryOperator<Connection> watched;
  private final Properties properties = new Properties();
  private final Semaphore room = new Semaphore(MOST, true);
  private final Deque<SqlConnection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean isClosed;

  PostgresConnectionPool(String url) {
    this(url, connection -> connection);
  }

  /// @param watched what is used in place of each connection
  public PostgresConnectionPool(String url, UnaryOperator<Connection> watched) {
    this.url = url;
    this.watched = watched;
    set("connectTimeout", CONNECT.toSeconds());
    set("socketTimeout", STATEMENT.toSeconds() + 5);
    set("tcpKeepAlive", true);
    set("ApplicationName", "pawl");
    // Of several hosts, the one that may be written to: after a failover that is another.
    set("targetServerType", "primary");
    set("hostRecheckSeconds", 1);
    set("preparedStatementCacheQueries", 512);
  }

  private void set(String property, Object value) {
    boolean isInUrl =
        url.toLowerCase(Locale.ROOT).contains(property.toLowerCase(Locale.ROOT) + "=");
    if (!isInUrl) {
      properties.setProperty(property, String.valueOf(value));
    }
  }

  /// A connection of one's own, to be closed by whoever asked for it.
  Connection open() throws SQLException {
    Connection connection = DriverManager.getConnection(url, properties);
    try (var statement = connection.createStatement()) {
      statement.execute("SET statement_timeout = " + STATEMENT.toMillis());
      statement.execute("SET idle_in_transaction_session_timeout = " + STILL.toMillis());
      statement.execute("SET timezone = 'UTC'");
      // An operator may ask for more than this, and not for less: what is acknowledged is durable.
      statement.execute(
          """
          SELECT set_config('synchronous_commit', 'on', false)
          WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
          """);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return watched.apply(connection);
  }

  /// A connection, until it is given back.
  ///
  /// @throws StoreFailure if all of them are in use for too long
  SqlConnection acquire() throws SQLException {
    try {
      if (isClosed || !room.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreUnavailable(
            isClosed
                ? "the store is closed"
                : "all %d connections to the database are in use; try again in 1 s"
                    .formatted(MOST));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailable("interrupted while waiting for the database", e);
    }
    @Nullable SqlConnection known = idle.pollFirst();
    if (known != null) {
      return known;
    }
    try {
      return new SqlConnection(open(), Dialect.POSTGRESQL);
    } catch (SQLException | RuntimeException e) {
      room.release();
      throw e;
    }
  }

  void release(SqlConnection sql) {
    if (isClosed) {
      close(sql);
    } else {
      idle.addFirst(sql);
    }
    room.release();
  }

  /// It failed: nothing more is asked of it.
  void discard(SqlConnection sql) {
    close(sql);
    room.release();
  }

  /// The database is gone, or was: whoever is idle has lost it too.
  void discardIdle() {
    for (@Nullable SqlConnection sql = idle.pollFirst(); sql != null; sql = idle.pollFirst()) {
      close(sql);
    }
  }

  private static void close(SqlConnection sql) {
    try {
      sql.close();
    } catch (SQLException _) {
      // It is gone either way.
    }
  }

  /// Whether the connection is of no use any more.
  static boolean isLost(SQLException e) {
    @Nullable String state = e.getSQLState();
    return state == null
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.equals("25P03") // it stood still for too long
        || state.equals("25006"); // read-only: it is no primary any more
  }

  /// Whether another transaction was in the way, and this one was given up for it.
  static boolean isDeadlock(SQLException e) {
    @Nullable String state = e.getSQLState();
    return state != null
        && (state.equals("40P01") || state.equals("40001") || state.equals("55P03"));
  }

  /// Whether it is the data that the database refuses: a constraint or a trigger does (23, P0001),
  /// they are no such data (22), or there is too much of them (54).
  static boolean isDataRejected(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("22")
        || state.startsWith("23")
        || state.startsWith("54")
        || state.equals("P0001");
  }

  static boolean isUniqueViolation(SQLException e) {
    return PSQLState.UNIQUE_VIOLATION.getState().equals(e.getSQLState());
  }

  static StoreUnavailable failure(String what, SQLException e) {
    return new StoreUnavailable("%s the database: %s".formatted(what, meaning(e)), e);
  }

  private static String meaning(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return switch (state) {
      case "28P01", "28000" -> "it does not let us in: " + e.getMessage();
      case "3D000" -> "there is no such database: " + e.getMessage();
      case "25006" -> "it is read-only";
      case "53100" -> "its disk is full";
      case "53300" -> "it has no connection left for us";
      case "57014" -> "a statement took longer than " + STATEMENT.toSeconds() + " s";
      case "25P03" -> "it gave up a transaction that stood still";
      case "57P01", "57P02", "57P03" -> "it is stopping or starting";
      default -> {
        String said = String.valueOf(e.getMessage());
        if (!state.startsWith("08") && !state.equals("null")) {
          yield said;
        }
        // The driver has found servers, and none that may be written to.
        yield said.contains("targetServerType") ? "it is read-only" : "it cannot be reached";
      }
    };
  }

  @Override
  public void close() {
    isClosed = true;
    discardIdle();
  }
}
