package dev.pawl.server.doctor;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Rebuilds of rows in a SQLite store.
class SqliteRebuildTest extends RebuildContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
