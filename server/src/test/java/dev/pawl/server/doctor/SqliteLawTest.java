package dev.pawl.server.doctor;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// What cannot be, in a SQLite store.
class SqliteLawTest extends LawContract {

  @TempDir private Path directory;

  @Override
  Patient patient() {
    return Patient.sqlite(directory);
  }
}
