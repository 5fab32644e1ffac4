package dev.pawl.server.store.retention;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// The pruning of journals in SQLite.
class SqliteJournalRetentionTest extends JournalRetentionContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest patient() {
    return DatabaseUnderTest.sqlite(directory);
  }
}
