package dev.pawl.server.decision;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The end of quarantined runs on a SQLite store.
class SqliteQuarantineEndTest extends QuarantineEndContract {

  @TempDir private Path directory;

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.sqlite(directory);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE run SET created_at = 'q' WHERE id = 'bad-run'",
        "UPDATE run SET since = 'garbage', created_at = 'q' WHERE id = 'bad-run'",
        "UPDATE attempt SET granted_at = 'garbage', renewed_at = 'x' WHERE run_id = 'bad-run'",
        "UPDATE journal SET decisions = 9223372036854775807 WHERE aggregate_id = 'bad-run'",
        "UPDATE run SET actor = 'nobody?', created_at = x'00' WHERE id = 'bad-run'"
      })
  void aValueThatCannotBeRead(String tampering) throws SQLException {
    isEndedUnread(tampering);
  }

  @Test
  void valuesOfManyRowsThatCannotBeRead() throws SQLException {
    isEndedUnread(
        "UPDATE run SET created_at = 'q', since = '', reason = '?' WHERE id = 'bad-run'",
        "UPDATE attempt SET renewed_at = '!' WHERE run_id = 'bad-run'",
        "UPDATE attempt SET since = 'x', started_at = 'y' WHERE run_id = 'bad-run'",
        "UPDATE run SET due_at = '!' WHERE id = 'bad-run'",
        "UPDATE attempt SET queued_at = 'x', runs_on = '?'",
        "UPDATE agent SET ask_again_at = 'x', labels = '?'");
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
