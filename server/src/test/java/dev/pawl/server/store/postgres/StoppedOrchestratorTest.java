package dev.pawl.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An orchestrator that is suspended in a transaction holds locks. The others wait for a few
/// seconds only, until the server ends that transaction.
class StoppedOrchestratorTest {

  private final String url = TestPostgres.newSchema();

  @Test
  @Timeout(value = 25, unit = TimeUnit.SECONDS)
  void anIdleTransactionBlocksOthersBrieflyOnly() throws SQLException {
    try (var store = TestPostgres.open(url);
        Connection still = new PostgresConnectionPool(url).openUnpooled()) {
      SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
      var run = new DrivenRun(store, "r1").planned(SamplePlans.sideBySide(1));
      still.setAutoCommit(false);
      try (var statement = still.createStatement()) {
        statement.executeUpdate("UPDATE service SET last_at = last_at");
        statement.executeUpdate("UPDATE run SET version = version");
        store.recordPresence(store.now());
        run.leased();
        assertThat(store.run(run.id())).contains(run.run());
        assertThatThrownBy(still::commit)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(PostgresErrors.isConnectionLost(e)).isTrue());
      }
    }
  }
}
