package dev.pawl.server.store.sqlite;

import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.store.jdbc.Database;
import java.nio.file.Path;
import java.time.InstantSource;

/// Opens stores with [DrivenRun#OWNER] registered.
public final class TestSqliteStores {

  public static SqliteStore open(Path file) {
    return open(file, "");
  }

  /// Opens a store that serves the runs of `owner` only.
  public static SqliteStore open(Path file, String owner) {
    return open(file, InstantSource.system(), owner);
  }

  /// Opens a store with that clock that serves all runs.
  public static SqliteStore open(Path file, InstantSource clock) {
    return open(file, clock, "");
  }

  private static SqliteStore open(Path file, InstantSource clock, String owner) {
    SqliteStore store = SqliteStore.open(file, clock, owner);
    // Two that open at once: the first registers, the second finds it there.
    register(file, DrivenRun.OWNER);
    if (!owner.isEmpty()) {
      register(file, owner);
    }
    return store;
  }

  private static void register(Path file, String owner) {
    try (Database database = SqliteDatabase.open(file)) {
      database.transact(sql ->
          sql.statement(
                  """
                  INSERT INTO orchestrator (id, pid, started_at)
                  VALUES (:id, 1, :at) ON CONFLICT DO NOTHING
                  """)
              .with("id", owner)
              .with("at", SampleCommits.BEGINNING)
              .update());
    }
  }

  private TestSqliteStores() {}
}
