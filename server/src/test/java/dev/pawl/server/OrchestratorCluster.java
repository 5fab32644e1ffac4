package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.agents.SecretSource;
import dev.pawl.server.effects.Forge;
import dev.pawl.server.effects.RunPlanner;
import dev.pawl.server.orchestrator.CommitExecutor;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.store.StoredEffect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Orchestrators that share one store, turned by hand, on a clock that stands still.
public final class OrchestratorCluster {

  private final List<String> order = new ArrayList<>();
  private final ScriptedStore store = new ScriptedStore(() -> this.now, order);
  private final Map<String, OrchestratorNode> nodes = new LinkedHashMap<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private OrchestratorLimits limits = OrchestratorLimits.DEFAULT;
  private RunPlanner workflows = RunPlanner.NONE;
  private Forge forge = Forge.NONE;
  private List<FailureRule> rules = List.of();
  private SecretSource secrets = SecretSource.NONE;
  private ToolProfiles tools = ToolProfiles.NONE;
  private CommitExecutor carrier = CommitExecutor.inCallersThread();

  public OrchestratorCluster with(RunPlanner others) {
    workflows = others;
    return this;
  }

  public OrchestratorCluster with(OrchestratorLimits other) {
    limits = other;
    return this;
  }

  public OrchestratorCluster with(Forge other) {
    forge = other;
    return this;
  }

  public OrchestratorCluster carriedBy(CommitExecutor other) {
    carrier = other;
    return this;
  }

  public OrchestratorCluster keeping(SecretSource others) {
    secrets = others;
    return this;
  }

  public OrchestratorCluster with(ToolProfiles others) {
    tools = others;
    return this;
  }

  public OrchestratorCluster with(List<FailureRule> others) {
    rules = others;
    return this;
  }

  public OrchestratorNode node(String id) {
    return nodes.computeIfAbsent(
        id,
        name -> {
          var observer = new RecordingObserver(order);
          var outside = new OrchestratorPorts(workflows, forge, observer, rules, secrets, tools);
          var identity = new OrchestratorIdentity(name, "incarnation-1");
          return new OrchestratorNode(
              new Orchestrator(
                  identity,
                  limits,
                  store,
                  new Engine(Deadlines.DEFAULT),
                  new LeaseIds(new byte[32]),
                  outside,
                  carrier));
        });
  }

  public ScriptedAgent agent(String id) {
    return new ScriptedAgent(id, order);
  }

  /// A new run of that repository, not planned yet.
  public Run created(String id, String repository) {
    return created(id, new Origin.Source(repository, "", "", ""));
  }

  public Run created(String id, Origin.Source source) {
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            store.nextRunNumber(new RepositoryKey(Origin.DEFAULT_ORG, source.repository())),
            "ci",
            "f",
            "push",
            Actor.person("maintainer"),
            "owner",
            now,
            source,
            Origin.Lineage.FIRST);
    return Run.created(new RunId(id), origin);
  }

  /// A run, planned at that orchestrator.
  public void runs(OrchestratorNode node, String id, Plan plan) {
    runs(node, id, "repository", plan);
  }

  public void runs(OrchestratorNode node, String id, String repository, Plan plan) {
    node.creates(created(id, repository));
    node.plans(id, plan);
  }

  public void passes(Duration duration) {
    now = now.plus(duration);
  }

  /// Time passes in which everybody does what is to be done.
  public void livesFor(Duration duration) {
    Instant end = now.plus(duration);
    while (now.isBefore(end)) {
      passes(Duration.ofSeconds(1));
      nodes.values().forEach(OrchestratorNode::turn);
    }
  }

  public Run run(String id) {
    return store.run(new RunId(id)).orElseThrow();
  }

  public Job job(String run) {
    return run(run).job(0);
  }

  public ScriptedStore store() {
    return store;
  }

  public List<String> order() {
    return order;
  }

  /// How many lines the journal has.
  public long lines() {
    return store.journal().stream().mapToLong(entry -> entry.revision().transitions().size()).sum();
  }

  public List<StoredEffect> undelivered() {
    return store.pendingEffects(0, 1_000);
  }

  public void everythingIsDelivered() {
    livesFor(Duration.ofSeconds(2));
    assertThat(undelivered()).isEmpty();
  }
}
