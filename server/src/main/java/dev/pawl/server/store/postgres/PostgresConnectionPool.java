package dev.pawl.server.store.postgres;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.function.UnaryOperator;

/// A pool of at most eight connections to a PostgreSQL database, opened on demand; HikariCP with
/// Pawl's settings.
///
/// When a connection is lost, all others are discarded as well: the first query after a restart or
/// a failover goes to the database that came back.
public final class PostgresConnectionPool implements AutoCloseable {

  /// A longer statement is aborted, by the server or, if that is gone, by the driver.
  static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);

  private static final int MAX_CONNECTIONS = 8;

  /// Most connections of those who only look: they take none that a commit may need.
  private static final int MAX_READERS = 4;

  /// Time to wait for a connection, whether all are in use or none can be opened.
  private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(2);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /// The server ends a transaction that is idle for longer, because others wait for its locks.
  private static final Duration IDLE_TRANSACTION_TIMEOUT = Duration.ofSeconds(5);

  /// An operator may ask for more than `synchronous_commit = on`, not for less: what is
  /// acknowledged is durable.
  private static final String SESSION_SETUP =
      """
      SET statement_timeout = %d;
      SET idle_in_transaction_session_timeout = %d;
      SET timezone = 'UTC';
      SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
      """
          .formatted(STATEMENT_TIMEOUT.toMillis(), IDLE_TRANSACTION_TIMEOUT.toMillis());

  private final String url;
  private final UnaryOperator<Connection> wrapper;
  private final int size;
  private final Properties properties = new Properties();
  private final HikariDataSource pool = new HikariDataSource();

  PostgresConnectionPool(String url) {
    this(url, connection -> connection, MAX_CONNECTIONS);
  }

  /// @param wrapper wraps each connection that is acquired, for tests
  public PostgresConnectionPool(String url, UnaryOperator<Connection> wrapper) {
    this(url, wrapper, MAX_CONNECTIONS);
  }

  private PostgresConnectionPool(String url, UnaryOperator<Connection> wrapper, int size) {
    this.url = url;
    this.wrapper = wrapper;
    this.size = size;
    set("connectTimeout", CONNECT_TIMEOUT.toSeconds());
    set("socketTimeout", STATEMENT_TIMEOUT.toSeconds() + 5);
    set("tcpKeepAlive", true);
    set("ApplicationName", "pawl");
    // Of several hosts, the one that accepts writes: after a failover that is another one.
    set("targetServerType", "primary");
    set("hostRecheckSeconds", 1);
    set("preparedStatementCacheQueries", 512);
    pool.setPoolName("pawl");
    pool.setJdbcUrl(url);
    pool.setDataSourceProperties(properties);
    pool.setConnectionInitSql(SESSION_SETUP);
    pool.setMaximumPoolSize(size);
    pool.setMinimumIdle(0);
    pool.setConnectionTimeout(ACQUIRE_TIMEOUT.toMillis());
    pool.setValidationTimeout(ACQUIRE_TIMEOUT.toMillis() / 2);
  }

  /// A pool for those who only look.
  PostgresConnectionPool forReaders() {
    return new PostgresConnectionPool(url, wrapper, MAX_READERS);
  }

  /// Sets a property of the driver, unless the address has it.
  private void set(String property, Object value) {
    boolean isInUrl =
        url.toLowerCase(Locale.ROOT).contains(property.toLowerCase(Locale.ROOT) + "=");
    if (!isInUrl) {
      properties.setProperty(property, String.valueOf(value));
    }
  }

  /// Opens a connection that is not pooled, to be closed by the caller.
  Connection openUnpooled() throws SQLException {
    Connection connection = DriverManager.getConnection(url, properties);
    try (var statement = connection.createStatement()) {
      statement.execute(SESSION_SETUP);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  /// Acquires a connection, to be released by the caller.
  ///
  /// @throws StoreUnavailable if all connections are in use for too long
  SqlConnection acquire() throws SQLException {
    if (pool.isClosed()) {
      throw new StoreUnavailable("the store is closed");
    }
    try {
      return new SqlConnection(wrapper.apply(pool.getConnection()), Dialect.POSTGRESQL);
    } catch (PoolInitializationException e) { // of the first connection
      throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e);
    } catch (SQLTransientConnectionException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw cause;
      }
      throw new StoreUnavailable(
          "all %d connections to the database are in use; try again in 1 s".formatted(size), e);
    }
  }

  /// Returns a connection to the pool, which resets it, or closes it if it was evicted.
  void release(SqlConnection sql) {
    try {
      sql.close();
    } catch (SQLException _) {
      // The pool has discarded it.
    }
  }

  /// Closes all connections; those in use, when they are released.
  void evictAll() {
    if (pool.isRunning()) {
      pool.getHikariPoolMXBean().softEvictConnections();
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
