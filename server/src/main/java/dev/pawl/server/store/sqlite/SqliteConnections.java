package dev.pawl.server.store.sqlite;

import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// How SQLite is opened, and what its errors mean to people.
final class SqliteConnections {

  /// How long one process waits for another one's commit.
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /// As much of the file as is kept in memory, once it was needed.
  private static final int CACHE_KIB = 64 * 1024;

  /// When the log is so long, 64 MB, whoever commits writes back what [SqliteCheckpoints] has not
  /// come to, so that it can begin anew.
  private static final int CHECKPOINT_PAGES = 16_000;

  private static final String READ_ONLY = "it is read-only";

  /// The driver's own log. What matters of it comes as an exception; the rest is noise, such as the
  /// stack trace of two processes that delete the same old library at once.
  private static final Logger DRIVER = Logger.getLogger("org.sqlite");

  static {
    DRIVER.setLevel(Level.OFF);
  }

  static SqlConnection open(Path file) throws SQLException {
    return open(file, connection -> connection);
  }

  /// @param watched what is used in place of the connection
  static SqlConnection open(Path file, UnaryOperator<Connection> watched) throws SQLException {
    var config = new SQLiteConfig();
    config.setBusyTimeout((int) PATIENCE.toMillis());
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    config.setCacheSize(-CACHE_KIB);
    config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, Integer.toString(CHECKPOINT_PAGES));
    config.setGetGeneratedKeys(false); // or every statement costs a second one
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    return new SqlConnection(watched.apply(connection), Dialect.SQLITE);
  }

  /// A file system that is read-only has no place for the files that SQLite needs beside this one,
  /// which is all that SQLite would say.
  static StoreUnavailable failure(String what, Path file, SQLException e) {
    boolean isReadOnly = Files.exists(file) && !Files.isWritable(file);
    String meaning = isReadOnly ? READ_ONLY : meaning(e);
    return new StoreUnavailable("%s the store %s: %s".formatted(what, file, meaning), e);
  }

  static StoreUnavailable failure(String what, SQLException e) {
    return new StoreUnavailable("%s the store: %s".formatted(what, meaning(e)), e);
  }

  /// Whether it is the data that SQLite refuses: they break a constraint, such a row is there
  /// already, or they do not fit.
  static boolean isDataRejected(SQLException e) {
    return e instanceof SQLiteException sqlite
        && switch (primary(sqlite.getResultCode())) {
          case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_RANGE -> true;
          default -> false;
        };
  }

  /// Extended codes carry their primary one in the lowest byte.
  private static SQLiteErrorCode primary(SQLiteErrorCode code) {
    return SQLiteErrorCode.getErrorCode(code.code & 0xff);
  }

  /// Whether there was no room for it: then SQLite has taken it back.
  static boolean isFull(SQLException e) {
    return e instanceof SQLiteException sqlite
        && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL;
  }

  private static String meaning(SQLException e) {
    SQLiteErrorCode code =
        e instanceof SQLiteException sqlite ? sqlite.getResultCode() : SQLiteErrorCode.SQLITE_ERROR;
    return switch (primary(code)) {
      case SQLITE_CANTOPEN -> "it cannot be opened; is the directory writable?";
      case SQLITE_READONLY, SQLITE_PERM -> READ_ONLY;
      case SQLITE_FULL -> "the disk is full";
      case SQLITE_NOTADB, SQLITE_CORRUPT ->
          "it is damaged, or not a store of Pawl at all; move it away to begin anew";
      case SQLITE_BUSY ->
          "another process has been writing to it for " + PATIENCE.toSeconds() + " s";
      case SQLITE_IOERR -> "the disk failed (" + code.name() + ")";
      default -> String.valueOf(e.getMessage());
    };
  }

  private SqliteConnections() {}
}
