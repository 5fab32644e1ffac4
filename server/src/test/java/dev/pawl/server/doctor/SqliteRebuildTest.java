package dev.pawl.server.doctor;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// A damaged SQLite store.
class SqliteRebuildTest extends RebuildContract {

  @TempDir private Path directory;

  @Override
  Patient patient() {
    return Patient.sqlite(directory);
  }
}
