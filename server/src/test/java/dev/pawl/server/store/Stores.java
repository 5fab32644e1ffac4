package dev.pawl.server.store;

import dev.pawl.server.DrivenRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/// Opens stores that know [DrivenRun#OWNER].
public final class Stores {

  public static SqliteStore open(Path file) {
    SqliteStore store = SqliteStore.open(file, () -> UUID.randomUUID().toString());
    // Two that open at once: the first registers, the second finds it there.
    store.transact(() ->
        store
            .sql()
            .of(
                """
                INSERT INTO orchestrator (id, pid, started_at)
                VALUES (:id, 1, :at) ON CONFLICT DO NOTHING
                """)
            .with("id", DrivenRun.OWNER)
            .with("at", Instant.EPOCH)
            .update());
    return store;
  }

  private Stores() {}
}
