package dev.pawl.server.decision;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/// The end of quarantined runs on a SQLite store.
class SqliteQuarantineEndTest extends QuarantineEndContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.sqlite(directory);
  }

  @Override
  List<String> rejection(String table, String condition) {
    return List.of(
        """
        CREATE TRIGGER poison_%1$s_insert BEFORE INSERT ON %1$s WHEN %2$s
        BEGIN SELECT RAISE(ABORT, 'poison'); END
        """
            .formatted(table, condition),
        """
        CREATE TRIGGER poison_%1$s BEFORE UPDATE ON %1$s WHEN %2$s
        BEGIN SELECT RAISE(ABORT, 'poison'); END
        """
            .formatted(table, condition));
  }

  @Override
  List<String> rejectionDropped(String table) {
    return List.of(
        "DROP TRIGGER poison_%s_insert".formatted(table),
        "DROP TRIGGER poison_%s".formatted(table));
  }
}
