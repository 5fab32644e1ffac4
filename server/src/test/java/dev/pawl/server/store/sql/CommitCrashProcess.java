package dev.pawl.server.store.sql;

import dev.pawl.server.store.migration.Migrations;
import dev.pawl.server.store.postgres.PostgresConnectionPool;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.sqlite.SqliteDatabase;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/// A process that kills itself before the n-th statement of an [AllTablesCommit], or after the last
/// one, when the commit is durable but not acknowledged. It prints what is acknowledged.
final class CommitCrashProcess {

  /// Commits, and crashes on the way.
  ///
  /// @param args the store, the address of a PostgreSQL or a file; and the number of the statement
  public static void main(String[] args) {
    int last = Integer.parseInt(args[1]);
    var watched =
        new StatementCounter(statement -> {
          if (statement == last) {
            die();
          }
        });
    SqlStore store = open(args[0], watched);
    var commit = new AllTablesCommit(store);
    System.out.println(AllTablesCommit.BEFORE);
    watched.count();
    commit.commit();
    if (watched.statements() < last) {
      die();
    }
    System.out.println(AllTablesCommit.RICH);
  }

  static SqlStore open(String store, StatementCounter watched) {
    UnaryOperator<java.sql.Connection> of = watched::wrap;
    return store.startsWith("jdbc:postgresql:")
        ? PostgresStore.open(new PostgresConnectionPool(store, of), Migrations.POSTGRESQL)
        : new SqliteStore(
            SqliteDatabase.open(Path.of(store), of, Migrations.SQLITE), InstantSource.system(), "");
  }

  private static void die() {
    try {
      new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    while (true) {
      LockSupport.park();
    }
  }

  private CommitCrashProcess() {}
}
