package dev.pawl.server.doctor;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Operator actions on a SQLite store.
class SqliteOperatorActionsTest extends OperatorActionsContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
