package dev.pawl.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.run.Run;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.migration.Migrations;
import dev.pawl.server.store.postgres.PostgresConnectionPool;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.postgres.TestPostgres;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Another orchestrator commits between two statements of a read. The result is of one version, or
/// a commit decided by it fails.
class TornReadTest {

  private final String url = TestPostgres.newSchema();
  private int interrupted;
  private int runs;
  private @Nullable DrivenRun other;

  private final StatementCounter watched =
      new StatementCounter(statement -> {
        if (statement == interrupted && other != null) {
          other.leased();
        }
      });

  /// Repeats a read for each of its statements, and grants a lease before that statement.
  private void betweenAnyTwoStatements(Consumer<Store> read) {
    try (var elsewhere = TestPostgres.open(url);
        var store =
            PostgresStore.open(
                new PostgresConnectionPool(url, watched::wrap), Migrations.POSTGRESQL)) {
      SampleCommits.register(elsewhere, SampleCommits.AGENT, 100, "linux");
      interrupted = 0;
      int statements;
      do {
        other = new DrivenRun(elsewhere, "r" + ++runs).planned(SamplePlans.sideBySide(1));
        interrupted++;
        watched.count();
        read.accept(store);
        statements = watched.statements();
        watched.stop();
      } while (interrupted < statements);
      assertThat(statements).isGreaterThan(1);
    }
  }

  @Test
  void aRunIsReadInOneVersion() {
    betweenAnyTwoStatements(store -> {
      Run before = Objects.requireNonNull(other).run();
      Run read = store.run(other.id()).orElseThrow();
      assertThat(read).isIn(before, other.run());
    });
  }

  @Test
  void anAgentOfTheNewestVersionHasTheNewestLeases() {
    betweenAnyTwoStatements(store -> {
      Agent read = store.agent(SampleCommits.AGENT);
      watched.stop();
      Agent newest = store.agent(SampleCommits.AGENT);
      if (read.version() == newest.version()) {
        assertThat(read).isEqualTo(newest);
      }
    });
  }
}
