package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Opens SQLite connections, and translates SQLite's errors into messages for people.
final class SqliteConnections {

  /// Time to wait for the commit of another process.
  private static final Duration BUSY_TIMEOUT = Duration.ofSeconds(30);

  private static final Duration RETRY_PAUSE = Duration.ofMillis(5);

  /// Size of the page cache.
  private static final int CACHE_KIB = 64 * 1024;

  /// Length of the log, 64 MB, at which a commit checkpoints what [SqliteCheckpoints] has not, so
  /// that the log can restart.
  private static final int CHECKPOINT_PAGES = 16_000;

  private static final String READ_ONLY = "it is read-only";

  /// The driver's own log. Errors are thrown as exceptions as well; the rest is noise, such as the
  /// stack trace when two processes delete the same old library file.
  private static final Logger DRIVER = Logger.getLogger("org.sqlite");

  static {
    DRIVER.setLevel(Level.OFF);
  }

  static SqlConnection open(Path file) throws SQLException {
    return open(file, connection -> connection);
  }

  /// @param wrapper wraps the connection, for tests
  static SqlConnection open(Path file, UnaryOperator<Connection> wrapper) throws SQLException {
    var config = new SQLiteConfig();
    config.setBusyTimeout((int) BUSY_TIMEOUT.toMillis());
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    config.setCacheSize(-CACHE_KIB);
    config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, Integer.toString(CHECKPOINT_PAGES));
    config.setGetGeneratedKeys(false); // else every statement costs a second one
    return new SqlConnection(wrapper.apply(connect(config, file)), Dialect.SQLITE);
  }

  /// Loads the driver and its library, which the first connection has to wait for.
  static void loadDriver() throws SQLException {
    new SQLiteConfig().createConnection("jdbc:sqlite::memory:").close();
  }

  /// Opens a file for reading; nothing in its directory is changed, so that it may be on a
  /// read-only mount.
  static SqlConnection openReadOnly(Path file) throws SQLException {
    try {
      return readable(file);
    } catch (SQLiteException e) {
      boolean lacksSharedMemory =
          switch (primary(e.getResultCode())) {
            case SQLITE_CANTOPEN, SQLITE_READONLY -> true;
            case SQLITE_IOERR, SQLITE_FULL -> true; // the disk is full
            default -> false;
          };
      if (!lacksSharedMemory) {
        throw e;
      }
      return onReadOnlyMount(file);
    }
  }

  /// Without a log nobody has the file open for writing. With one, whose reading needs a shared
  /// memory file beside it, a copy of both is read, whose name is deleted at once.
  private static SqlConnection onReadOnlyMount(Path file) throws SQLException {
    Path log = log(file);
    try {
      if (!Files.exists(log) || Files.size(log) == 0) {
        return readable("jdbc:sqlite:%s?immutable=1".formatted(file.toUri()));
      }
      Path directory = Files.createTempDirectory("pawl-store");
      Path copy = directory.resolve(file.getFileName());
      try {
        Files.copy(file, copy);
        Files.copy(log, log(copy));
        return readable(copy);
      } finally {
        for (String suffix : List.of("", "-wal", "-shm")) {
          Files.deleteIfExists(copy.resolveSibling(copy.getFileName() + suffix));
        }
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      throw new SQLException("it cannot be copied from its read-only mount: " + e.getMessage(), e);
    }
  }

  /// The write-ahead log of a file.
  static Path log(Path file) {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  /// Opens a file for reading, for which there must be room for the shared memory file beside it.
  static SqlConnection readable(Path file) throws SQLException {
    return readable("jdbc:sqlite:" + file);
  }

  private static SqlConnection readable(String address) throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout((int) BUSY_TIMEOUT.toMillis());
    config.setCacheSize(-CACHE_KIB);
    Connection connection = config.createConnection(address);
    try (var statement = connection.createStatement()) {
      statement.executeQuery("SELECT 1 FROM sqlite_schema").close(); // opens the log
      return new SqlConnection(connection, Dialect.SQLITE);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /// Tries again while the file is locked. SQLite itself does not wait where several processes turn
  /// on the write-ahead log of a new file at once.
  private static Connection connect(SQLiteConfig config, Path file) throws SQLException {
    long deadline = System.nanoTime() + BUSY_TIMEOUT.toNanos();
    while (true) {
      try {
        return config.createConnection("jdbc:sqlite:" + file);
      } catch (SQLiteException e) {
        if (primary(e.getResultCode()) != SQLiteErrorCode.SQLITE_BUSY
            || System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(RETRY_PAUSE.toNanos());
      }
    }
  }

  /// On a read-only file system SQLite complains about the files that it needs beside this one, so
  /// that case is checked first.
  static StoreUnavailable failure(String what, Path file, SQLException e) {
    boolean isReadOnly = Files.exists(file) && !Files.isWritable(file);
    String meaning = isReadOnly ? READ_ONLY : meaning(e);
    return new StoreUnavailable("%s the store %s: %s".formatted(what, file, meaning), e);
  }

  static StoreUnavailable failure(String what, SQLException e) {
    return new StoreUnavailable("%s the store: %s".formatted(what, meaning(e)), e);
  }

  /// Whether SQLite rejects the data: they violate a constraint or do not fit.
  static boolean isDataRejected(SQLException e) {
    return e instanceof SQLiteException sqlite
        && switch (primary(sqlite.getResultCode())) {
          case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_RANGE -> true;
          default -> false;
        };
  }

  /// Extended codes have the primary one in the lowest byte.
  private static SQLiteErrorCode primary(SQLiteErrorCode code) {
    return SQLiteErrorCode.getErrorCode(code.code & 0xff);
  }

  /// Whether the disk is full: then SQLite has rolled the transaction back.
  static boolean isFull(SQLException e) {
    return e instanceof SQLiteException sqlite
        && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL;
  }

  private static String meaning(SQLException e) {
    SQLiteErrorCode code =
        e instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.SQLITE_ERROR;
    return switch (primary(code)) {
      case SQLITE_CANTOPEN -> "it cannot be opened. Check that its directory is writable.";
      case SQLITE_READONLY, SQLITE_PERM -> READ_ONLY;
      case SQLITE_FULL -> "the disk is full";
      case SQLITE_NOTADB, SQLITE_CORRUPT ->
          "it is damaged, or not a store of Pawl. Move it away to start with an empty store.";
      case SQLITE_BUSY ->
          "another process has held its write lock for %d s. Wait for that process, or end it."
              .formatted(BUSY_TIMEOUT.toSeconds());
      case SQLITE_IOERR ->
          code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE
              ? "the disk is full"
              : "the disk failed (" + code.name() + ")";
      default -> String.valueOf(e.getMessage());
    };
  }

  private SqliteConnections() {}
}
