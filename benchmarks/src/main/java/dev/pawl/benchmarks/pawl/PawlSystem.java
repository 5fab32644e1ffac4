package dev.pawl.benchmarks.pawl;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.metrics.OrchestratorCounters.Counter;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.orchestrator.CommitThread;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.orchestrator.OrchestratorService;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.rows.OrchestratorRows;
import dev.pawl.server.store.sql.SqlStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One or several orchestrators as in a server, each with its own connection to the store and its
/// own thread, and agents that take no time.
public final class PawlSystem implements AutoCloseable {

  /// One orchestrator with its agents.
  private record Node(
      SqlStore store,
      Orchestrator orchestrator,
      CommitThread commits,
      OrchestratorService service,
      InstantAgents agents) {}

  private final IdGenerator ids = new IdGenerator(InstantSource.system());
  private final LeaseIds leaseIds = new LeaseIds(ids.key());
  private final List<Node> nodes = new ArrayList<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile Consumer<Run> ended = _ -> {};
  private volatile Consumer<JobDispatch> started = _ -> {};
  private volatile Consumer<Change> committed = _ -> {};

  /// @param stores one for each orchestrator
  /// @param agents the number of agents of each orchestrator
  public PawlSystem(List<SqlStore> stores, int agents, int slots) throws InterruptedException {
    for (SqlStore store : stores) {
      Node node = node(store, "bench-" + nodes.size());
      nodes.add(node);
      node.service().start();
      node.agents().start("agent-" + nodes.size(), agents, slots);
    }
  }

  private Node node(SqlStore store, String id) {
    store
        .orchestrators()
        .register(
            new OrchestratorRows.Orchestrator(id, ProcessHandle.current().pid()), store.now());
    var commits = new CommitThread(id + "-commits");
    var orchestrator =
        new Orchestrator(
            new OrchestratorIdentity(id, ids.next()),
            store,
            Deadlines.DEFAULT,
            leaseIds,
            OrchestratorPorts.observedBy(this::changed),
            commits);
    return new Node(
        store,
        orchestrator,
        commits,
        new OrchestratorService(orchestrator, id),
        new InstantAgents(orchestrator, job -> started.accept(job)));
  }

  private void changed(Change change) {
    committed.accept(change);
    if (change.run().isOver()) {
      ended.accept(change.run());
    }
  }

  /// Registers further agents with one slot each, which start their jobs and never finish them.
  public void hold(int agents, Runnable begun) throws InterruptedException {
    nodes.getFirst().agents().hold(agents, begun);
  }

  /// Sets the listener for the ends of runs, which the loop calls.
  public void onEnd(Consumer<Run> listener) {
    ended = listener;
  }

  /// Sets the listener for committed changes, which the loop calls.
  public void onCommit(Consumer<Change> listener) {
    committed = listener;
  }

  /// The store of the first orchestrator.
  public SqlStore store() {
    return nodes.getFirst().store();
  }

  /// The first orchestrator.
  public Orchestrator orchestrator() {
    return nodes.getFirst().orchestrator();
  }

  public OrchestratorService.State state() {
    return nodes.getFirst().service().state();
  }

  public LeaseIds leaseIds() {
    return leaseIds;
  }

  /// Sets the listener for the starts of steps.
  public void onStart(Consumer<JobDispatch> listener) {
    started = listener;
  }

  /// Triggers a planned run, at the orchestrators in turn.
  public RunId trigger(Plan plan) {
    return trigger(plan, _ -> {});
  }

  /// Triggers a run whose id the caller needs.
  ///
  /// @param before receives the run's id before anything happens to it
  @SuppressWarnings("FutureReturnValueIgnored")
  public RunId trigger(Plan plan, Consumer<RunId> before) {
    RunId id = ids.run();
    before.accept(id);
    long number = numbers.incrementAndGet();
    int node = (int) (number % nodes.size());
    Orchestrator orchestrator = nodes.get(node).orchestrator();
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            number,
            plan.workflow(),
            "bench.yml",
            "push",
            Actor.person("bench"),
            "bench-" + node,
            nodes.get(node).store().now(),
            Origin.Source.NONE,
            Origin.Lineage.FIRST);
    orchestrator.create(Run.created(id, origin), plan).whenComplete((_, fault) -> complain(fault));
    return id;
  }

  /// The sum of a counter over all orchestrators.
  long count(Counter counter) {
    return nodes.stream().mapToLong(node -> node.orchestrator().counters().count(counter)).sum();
  }

  private static void complain(@Nullable Throwable fault) {
    if (fault != null) {
      System.err.println("bench: " + fault.getMessage());
    }
  }

  @Override
  public void close() {
    for (Node node : nodes) {
      node.agents().close();
      node.service().close();
      node.commits().close();
      node.store().close();
    }
  }
}
