package dev.pawl.server.store.sql;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteRunListQueryTest extends RunListQueryContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
