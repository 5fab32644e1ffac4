package dev.pawl.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commits are durable, also on synchronous standbys, whatever `synchronous_commit` the operator
/// set for other users; a stricter setting is kept.
class DurableConnectionTest {

  @ParameterizedTest
  @CsvSource({"off,on", "local,on", "remote_write,on", "on,on", "remote_apply,remote_apply"})
  void synchronousCommitIsAtLeastOn(String set, String used) throws SQLException {
    String url = TestPostgres.newSchema() + "&options=-c%20synchronous_commit=" + set;
    try (Connection connection = new PostgresConnectionPool(url).openUnpooled();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SHOW synchronous_commit")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo(used);
    }
  }
}
