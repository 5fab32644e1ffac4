package dev.pawl.benchmarks.pawl;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromServer.JobDispatch;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Identity;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.runtime.LeaseIds;
import dev.pawl.server.runtime.Orchestrator;
import dev.pawl.server.runtime.Outside;
import dev.pawl.server.runtime.Service;
import dev.pawl.server.store.OrchestratorRows;
import dev.pawl.server.store.SqlStore;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Pawl as it serves: a store, an orchestrator in its own thread, and agents that take no time.
public final class PawlSystem implements AutoCloseable {

  private static final String OWNER = "bench";

  private final Ids ids = new Ids(InstantSource.system());
  private final SqlStore store;
  private final Orchestrator orchestrator;
  private final Service service;
  private final QuickAgents agents;
  private final AtomicLong numbers = new AtomicLong();
  private volatile Consumer<Run> ended = _ -> {};
  private volatile Consumer<JobDispatch> started = _ -> {};

  public PawlSystem(SqlStore store, int agentCount, int slots) throws InterruptedException {
    this.store = store;
    store
        .orchestrators()
        .register(
            new OrchestratorRows.Orchestrator(OWNER, ProcessHandle.current().pid()), store.now());
    this.orchestrator =
        new Orchestrator(
            new Identity(OWNER, ids.next()),
            store,
            Deadlines.DEFAULT,
            new LeaseIds(ids.key()),
            Outside.seenBy(this::changed));
    this.service = new Service(orchestrator, "orchestrator");
    this.agents = new QuickAgents(orchestrator, job -> started.accept(job));
    service.start();
    agents.start(agentCount, slots);
  }

  private void changed(Change change) {
    if (change.run().isOver()) {
      ended.accept(change.run());
    }
  }

  /// Called when a run is over, by the loop.
  public void onEnd(Consumer<Run> listener) {
    ended = listener;
  }

  /// Called when a step may begin.
  public void onStart(Consumer<JobDispatch> listener) {
    started = listener;
  }

  /// Triggers a run that brings its plan.
  @SuppressWarnings("FutureReturnValueIgnored")
  public RunId trigger(Plan plan) {
    RunId id = ids.run();
    var origin =
        new Origin(
            numbers.incrementAndGet(),
            plan.workflow(),
            "bench.yml",
            "push",
            Actor.person("bench"),
            OWNER,
            store.now());
    orchestrator
        .create(Run.created(id, origin))
        .whenComplete((_, fault) -> complain(fault));
    orchestrator.ask(id, new FinishPlanning(plan)).whenComplete((_, fault) -> complain(fault));
    return id;
  }

  private static void complain(Throwable fault) {
    if (fault != null) {
      System.err.println("bench: " + fault.getMessage());
    }
  }

  public SqlStore store() {
    return store;
  }

  @Override
  public void close() {
    agents.close();
    service.close();
    store.close();
  }
}
