package dev.pawl.server.decision;

import dev.pawl.server.doctor.DatabaseUnderTest;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The end of quarantined runs on a PostgreSQL store.
class PostgresQuarantineEndTest extends QuarantineEndContract {

  @Override
  DatabaseUnderTest database() {
    return DatabaseUnderTest.postgres();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE run SET created_at = 'infinity' WHERE id = 'bad-run'",
        "UPDATE run SET since = '-infinity', created_at = 'infinity' WHERE id = 'bad-run'",
        "UPDATE attempt SET granted_at = 'infinity', renewed_at = 'infinity' WHERE run_id = 'bad-run'",
        "UPDATE journal SET decisions = 9223372036854775807 WHERE aggregate_id = 'bad-run'",
        "UPDATE run SET run_attempt = 9223372036854775807, retries = 9223372036854775807, created_at = '-infinity' WHERE id = 'bad-run'"
      })
  void aValueThatCannotBeRead(String tampering) throws SQLException {
    isEndedUnread(tampering);
  }

  @Test
  void aGroupThatCannotBeRead() throws SQLException {
    othersGoOnAfter("UPDATE member SET max = 9223372036854775807 WHERE run_id = 'bad-run'");
  }

  @Test
  void anAgentThatCannotBeRead() throws SQLException {
    othersGoOnAfter(
        "ALTER TABLE agent DROP CONSTRAINT IF EXISTS agent_standing_check",
        "UPDATE agent SET standing = '?'");
  }

  @Test
  void valuesOfManyRowsThatCannotBeRead() throws SQLException {
    isEndedUnread(
        "UPDATE run SET created_at = 'infinity', since = '-infinity', reason = '?' WHERE id = 'bad-run'",
        "UPDATE attempt SET renewed_at = '-infinity' WHERE run_id = 'bad-run'",
        "UPDATE attempt SET since = 'infinity', started_at = 'infinity' WHERE run_id = 'bad-run'",
        "UPDATE run SET due_at = '-infinity' WHERE id = 'bad-run'",
        "UPDATE attempt SET queued_at = 'infinity', runs_on = '?', priority = 9223372036854775807",
        "UPDATE agent SET ask_again_at = 'infinity', labels = '?', slots = 9223372036854775807");
  }
}
