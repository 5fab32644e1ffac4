package dev.pawl.server;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.effects.Forge;
import dev.pawl.server.effects.RunPlanner;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;

/// Orchestrators that have one SQLite file after another, on a clock that stands still. Nothing but
/// the file goes from one to the next.
public final class RestartingOrchestrator implements AutoCloseable {

  private final Path file;
  private Instant now = SampleCommits.BEGINNING;
  private int incarnations;
  private SqliteStore store;
  private OrchestratorNode node;

  public RestartingOrchestrator(Path file) {
    this.file = file;
    store = TestSqliteStores.open(file, () -> now);
    node = another();
  }

  private OrchestratorNode another() {
    incarnations++;
    var identity = new OrchestratorIdentity("o" + incarnations, "incarnation-" + incarnations);
    var outside =
        new OrchestratorPorts(
            RunPlanner.NONE, Forge.NONE, new RecordingObserver(new ArrayList<>()));
    return new OrchestratorNode(
        new Orchestrator(identity, store, Deadlines.DEFAULT, new LeaseIds(new byte[32]), outside));
  }

  /// Time passes in which it stands still.
  public void sleepsFor(Duration duration) {
    now = now.plus(duration);
    node.turn();
  }

  /// It dies as it stands; that time later another one is there.
  public void isSucceededAfter(Duration duration) {
    store.close();
    now = now.plus(duration);
    store = TestSqliteStores.open(file, () -> now);
    node = another();
    node.turn();
  }

  public OrchestratorNode node() {
    return node;
  }

  public ScriptedAgent agent(String id) {
    return new ScriptedAgent(id, new ArrayList<>());
  }

  public void runs(String id, Plan plan) {
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            store.nextRunNumber(DrivenRun.NO_REPOSITORY),
            "ci",
            "f",
            "push",
            Actor.person("maintainer"),
            DrivenRun.OWNER,
            now,
            new Origin.Source("repository", "main", "c0ffee", "forge"),
            Origin.Lineage.FIRST);
    node.creates(Run.created(new RunId(id), origin));
    node.plans(id, plan);
  }

  /// Time passes in which what is to be done is done.
  public void livesFor(Duration duration) {
    Instant end = now.plus(duration);
    while (now.isBefore(end)) {
      now = now.plusSeconds(1);
      node.turn();
    }
  }

  public Run run(String id) {
    return store.run(new RunId(id)).orElseThrow();
  }

  public Job job(String run) {
    return run(run).job(0);
  }

  @Override
  public void close() {
    store.close();
  }
}
