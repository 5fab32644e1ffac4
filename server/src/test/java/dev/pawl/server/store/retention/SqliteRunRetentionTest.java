package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// What is kept in this store, and what goes.
class SqliteRunRetentionTest extends RunRetentionContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
