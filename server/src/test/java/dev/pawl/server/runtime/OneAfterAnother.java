package dev.pawl.server.runtime;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.store.SqliteStore;
import dev.pawl.server.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;

/// Orchestrators that have one SQLite file after another, on a clock that stands still. Nothing but
/// the file goes from one to the next.
final class OneAfterAnother implements AutoCloseable {

  private final Path file;
  private Instant now = Commits.BEGINNING;
  private int incarnations;
  private SqliteStore store;
  private Node node;

  OneAfterAnother(Path file) {
    this.file = file;
    store = Stores.open(file, () -> now);
    node = another();
  }

  private Node another() {
    incarnations++;
    var identity = new Identity("o" + incarnations, "incarnation-" + incarnations);
    var outside = new Outside(Workflows.NONE, Forge.NONE, new NotingObserver(new ArrayList<>()));
    return new Node(
        new Orchestrator(identity, store, Deadlines.DEFAULT, new LeaseIds(new byte[32]), outside));
  }

  /// Time passes in which it stands still.
  void sleepsFor(Duration duration) {
    now = now.plus(duration);
    node.turn();
  }

  /// It dies as it stands; that time later another one is there.
  void isSucceededAfter(Duration duration) {
    store.close();
    now = now.plus(duration);
    store = Stores.open(file, () -> now);
    node = another();
    node.turn();
  }

  Node node() {
    return node;
  }

  ScriptedAgent agent(String id) {
    return new ScriptedAgent(id, new ArrayList<>());
  }

  void runs(String id, Plan plan) {
    var origin =
        new Origin(
            store.nextRunNumber(),
            "ci",
            "f",
            "push",
            Actor.person("ana"),
            DrivenRun.OWNER,
            now,
            new Origin.Source("repository", "c0ffee"),
            Origin.Lineage.FIRST);
    node.creates(Run.created(new RunId(id), origin));
    node.plans(id, plan);
  }

  /// Time passes in which what is to be done is done.
  void livesFor(Duration duration) {
    Instant end = now.plus(duration);
    while (now.isBefore(end)) {
      now = now.plusSeconds(1);
      node.turn();
    }
  }

  Run run(String id) {
    return store.run(new RunId(id)).orElseThrow();
  }

  Job job(String run) {
    return run(run).job(0);
  }

  @Override
  public void close() {
    store.close();
  }
}
