package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorNode;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.sql.TableReader;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A journal that was tampered with takes its own run out of the way, at every start again, and
/// nothing else.
class CorruptJournalTest {

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  @Test
  void theRunIsLeftAloneAndTheOthersGoOn() throws SQLException {
    try (SqliteStore store = TestSqliteStores.open(file())) {
      new DrivenRun(store, "bad").planned(SamplePlans.sideBySide(1));
      new DrivenRun(store, "good").planned(SamplePlans.sideBySide(1));
    }
    tamper();
    for (String start : new String[] {"1", "2"}) {
      try (SqliteStore store = TestSqliteStores.open(file())) {
        var orchestrator = orchestrator(store, start);
        // Both are past their deadline: the first turn looks at them by itself.
        orchestrator.turn();
        CompletableFuture<Decision> good =
            orchestrator.submit(new RunId("good"), OrchestratorNode.cancel(true));
        CompletableFuture<Decision> bad =
            orchestrator.submit(new RunId("bad"), OrchestratorNode.cancel(false));
        orchestrator.turn();
        boolean isFirst = start.equals("1");
        assertThat(good.join())
            .isInstanceOf(isFirst ? Decision.Accepted.class : Decision.Refused.class);
        assertThat(store.version(new RunId("bad"))).isEqualTo(2);
        assertThat(bad.join())
            .isInstanceOfSatisfying(
                Decision.Refused.class,
                refused ->
                    assertThat(refused.refusal().message())
                        .contains("bad is quarantined")
                        .contains("entry 2"));
      }
    }
  }

  private void tamper() throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
      var rows = new TableReader(connection);
      rows.execute("DROP TRIGGER journal_is_never_rewritten");
      rows.execute("UPDATE journal SET hash = 'forged' WHERE aggregate_id = 'bad' AND seq = 2");
    }
  }

  private static Orchestrator orchestrator(Store store, String start) {
    return new Orchestrator(
        new OrchestratorIdentity("o1", start),
        store,
        Deadlines.DEFAULT,
        new LeaseIds(new byte[32]),
        OrchestratorPorts.observedBy(_ -> {}));
  }
}
