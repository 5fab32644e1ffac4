package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// The pruning of runs in SQLite.
class SqliteRunRetentionTest extends RunRetentionContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
