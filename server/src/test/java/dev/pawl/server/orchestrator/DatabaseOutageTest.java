package dev.pawl.server.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.ImpatientClients;
import dev.pawl.server.ServiceFixture;
import dev.pawl.server.orchestrator.OrchestratorService.State;
import dev.pawl.server.store.postgres.PostgresServer;
import dev.pawl.server.store.postgres.TestPostgres;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A PostgreSQL that stops at once and is started again: the service says so, promises nothing that
/// is not durable, and goes on by itself.
class DatabaseOutageTest {

  private static final int ROUNDS = 2;
  private static final String REASON =
      "cannot (read|write to) the (database: it|store: the database may or may not have committed).*";

  @TempDir private Path directory;

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void aDatabaseOutageIsReportedUntilItEnds() throws Exception {
    try (var server = PostgresServer.in(directory.resolve("data"));
        var store = TestPostgres.open(server.url());
        var asking = new ServiceFixture(store);
        var people = new ImpatientClients(asking)) {
      for (int round = 0; round < ROUNDS; round++) {
        int before = asking.promised().size();
        ConditionAwaiter.is("busy", () -> asking.promised().size() > before + 100);
        server.stop();
        ConditionAwaiter.is("unavailable", () -> isUnavailable(asking));
        assertThat(asking.wrong()).matches("not available: " + REASON + "; try again in [12] s");
        int during = asking.promised().size();
        server.start();
        ConditionAwaiter.is("serving", () -> asking.service().state() instanceof State.Serving);
        ConditionAwaiter.is("asked again", () -> asking.promised().size() > during + 100);
      }
      people.leave();
      assertThat(asking.wrong()).isEmpty();
      // Perhaps none: all of them may have been waiting for a commit that happened in the end.
      assertThat(people.refused()).allMatch(why -> why.contains("the database"));
      assertThat(asking.promised()).allMatch(run -> store.run(run).isPresent());
    }
  }

  private static boolean isUnavailable(ServiceFixture asking) {
    if (asking.service().state() instanceof State.Unavailable(var why, _)) {
      assertThat(why).matches(REASON);
      return true;
    }
    return false;
  }
}
