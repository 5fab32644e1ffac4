package dev.pawl.server.doctor;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// The doctor on a SQLite store.
class SqliteDoctorTest extends DoctorContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
