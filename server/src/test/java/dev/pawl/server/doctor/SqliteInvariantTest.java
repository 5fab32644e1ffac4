package dev.pawl.server.doctor;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Violated invariants in a SQLite store.
class SqliteInvariantTest extends InvariantContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
