package dev.pawl.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.store.SqliteStore;
import dev.pawl.server.store.Stores;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// An orchestrator over a real store, turned by hand, on a clock that stands still.
final class Turned implements AutoCloseable {

  static final RunId RUN = new RunId("run-1");

  private final List<String> order = new ArrayList<>();
  private final Path file;
  private final SqliteStore sqlite;
  private final ObservedStore store;
  private final Orchestrator orchestrator;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  Turned(Path directory) {
    this.file = directory.resolve("pawl.db");
    this.sqlite = Stores.open(file);
    this.store = new ObservedStore(sqlite, order);
    this.orchestrator =
        new Orchestrator(
            store,
            () -> now,
            Deadlines.DEFAULT,
            Duration.ofSeconds(20),
            new LeaseIds(new byte[32]),
            _ -> order.add("observed"));
  }

  ScriptedAgent agent(String id) {
    return new ScriptedAgent(id, order);
  }

  /// A planned run, and the turns that it took.
  void runs(Plan plan) throws InterruptedException {
    var origin =
        new Origin(
            sqlite.nextRunNumber(), "ci", "f", "push", Actor.person("ana"), DrivenRun.OWNER, now);
    var created = orchestrator.create(Run.created(RUN, origin));
    turn();
    assertThat(created).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
    var planned = asks(new FinishPlanning(plan));
    turn();
    assertThat(planned).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
  }

  CompletableFuture<Decision> asks(Command command) {
    return orchestrator.ask(RUN, command);
  }

  CompletableFuture<Decision> cancels(boolean force) {
    return asks(new CancelRun(Actor.person("ana"), force, "cancelled by ana"));
  }

  void isCancelled(boolean force) throws InterruptedException {
    var reply = cancels(force);
    turn();
    assertThat(reply).isCompletedWithValueMatching(Decision.Accepted.class::isInstance);
  }

  void hears(ScriptedAgent agent, FromAgent... messages) throws InterruptedException {
    for (FromAgent message : messages) {
      orchestrator.heard(message, agent);
    }
    turn();
  }

  void turn() throws InterruptedException {
    orchestrator.step();
  }

  void settle() {
    orchestrator.settle();
  }

  void passes(Duration duration) {
    now = now.plus(duration);
  }

  Run run() {
    return sqlite.run(RUN).orElseThrow();
  }

  ObservedStore store() {
    return store;
  }

  List<String> order() {
    return order;
  }

  long count(String query) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT count(*) FROM " + query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
