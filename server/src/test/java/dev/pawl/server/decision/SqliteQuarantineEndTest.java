package dev.pawl.server.decision;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The end of quarantined runs on a SQLite store.
class SqliteQuarantineEndTest extends QuarantineEndContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.sqlite(directory);
  }

  /// PostgreSQL has foreign keys that prevent it.
  @Test
  void aLeaseWhoseJobIsMissing() throws SQLException {
    isEndedAfter("DELETE FROM job WHERE run_id = 'bad-run'");
  }

  @Test
  void aVersionThatIsNoNumber() throws SQLException {
    isEndedInVersion("'abc'");
  }

  @Test
  void aVersionOfAnAgentThatIsNoNumber() throws SQLException {
    agentWorksInVersion("'abc'");
  }
}
