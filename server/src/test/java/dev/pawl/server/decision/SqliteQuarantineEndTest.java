package dev.pawl.server.decision;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// The end of quarantined runs on a SQLite store.
class SqliteQuarantineEndTest extends QuarantineEndContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
