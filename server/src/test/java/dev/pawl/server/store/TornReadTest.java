package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.run.Run;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Store;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Another orchestrator commits between two statements of a reading: what is read is of one
/// version, or of none that a commit would take for the newest.
class TornReadTest {

  private final String url = Postgres.newSchema();
  private int interrupted;
  private int runs;
  private @Nullable DrivenRun other;

  private final Watched watched =
      new Watched(statement -> {
        if (statement == interrupted && other != null) {
          other.leased();
        }
      });

  /// Reads once for each statement that a reading has, and has a lease granted before that one.
  private void betweenAnyTwoStatements(Consumer<Store> read) {
    try (var elsewhere = Postgres.open(url);
        var store = PostgresStore.open(new PostgresConnections(url, watched::of))) {
      Commits.register(elsewhere, Commits.AGENT, 100, "linux");
      interrupted = 0;
      int statements;
      do {
        other = new DrivenRun(elsewhere, "r" + ++runs).planned(Plans.sideBySide(1));
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
  void aRunIsReadAsItWasOrAsItIs() {
    betweenAnyTwoStatements(store -> {
      Run before = Objects.requireNonNull(other).run();
      Run read = store.run(other.id()).orElseThrow();
      assertThat(read).isIn(before, other.run());
    });
  }

  @Test
  void anAgentOfTheNewestVersionHasTheNewestLeases() {
    betweenAnyTwoStatements(store -> {
      Agent read = store.agent(Commits.AGENT);
      watched.stop();
      Agent newest = store.agent(Commits.AGENT);
      if (read.version() == newest.version()) {
        assertThat(read).isEqualTo(newest);
      }
    });
  }
}
