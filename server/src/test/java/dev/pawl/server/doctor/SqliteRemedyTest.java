package dev.pawl.server.doctor;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Remedies on a SQLite store.
class SqliteRemedyTest extends RemedyContract {

  @TempDir private Path directory;

  @Override
  Patient patient() {
    return Patient.sqlite(directory);
  }
}
