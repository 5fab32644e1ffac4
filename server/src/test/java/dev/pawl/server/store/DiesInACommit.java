package dev.pawl.server.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/// A process that kills itself before the n-th statement of a rich commit; after the last, when it
/// is durable and nobody knows. It says what is acknowledged.
final class DiesInACommit {

  /// Commits, and dies on the way.
  ///
  /// @param args the store, the address of a PostgreSQL or a file; and the number of the statement
  public static void main(String[] args) {
    int last = Integer.parseInt(args[1]);
    var watched =
        new Watched(statement -> {
          if (statement == last) {
            die();
          }
        });
    SqlStore store = open(args[0], watched);
    var commit = new RichCommit(store);
    System.out.println(RichCommit.BEFORE);
    watched.count();
    commit.commit();
    if (watched.statements() < last) {
      die();
    }
    System.out.println(RichCommit.RICH);
  }

  static SqlStore open(String store, Watched watched) {
    UnaryOperator<java.sql.Connection> of = watched::of;
    return store.startsWith("jdbc:postgresql:")
        ? PostgresStore.open(new PostgresConnections(store, of))
        : new SqliteStore(SqliteDatabase.open(Path.of(store), of), InstantSource.system(), "");
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

  private DiesInACommit() {}
}
