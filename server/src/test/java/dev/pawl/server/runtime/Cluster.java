package dev.pawl.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.classify.Rule;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Orchestrators that share one store, turned by hand, on a clock that stands still.
final class Cluster {

  private final List<String> order = new ArrayList<>();
  private final ScriptedStore store = new ScriptedStore(() -> this.now, order);
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Limits limits = Limits.DEFAULT;
  private Workflows workflows = Workflows.NONE;
  private Forge forge = Forge.NONE;
  private List<Rule> rules = List.of();
  private Secrets secrets = Secrets.NONE;
  private Carrier carrier = Carrier.atOnce();

  Cluster with(Workflows others) {
    workflows = others;
    return this;
  }

  Cluster with(Limits other) {
    limits = other;
    return this;
  }

  Cluster with(Forge other) {
    forge = other;
    return this;
  }

  Cluster carriedBy(Carrier other) {
    carrier = other;
    return this;
  }

  Cluster keeping(Secrets others) {
    secrets = others;
    return this;
  }

  Cluster with(List<Rule> others) {
    rules = others;
    return this;
  }

  Node node(String id) {
    return nodes.computeIfAbsent(
        id,
        name -> {
          var observer = new NotingObserver(order);
          var outside = new Outside(workflows, forge, observer, rules, secrets);
          var identity = new Identity(name, "incarnation-1");
          return new Node(
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

  ScriptedAgent agent(String id) {
    return new ScriptedAgent(id, order);
  }

  /// A new run of that repository, not planned yet.
  Run created(String id, String repository) {
    return created(id, new Origin.Source(repository, ""));
  }

  Run created(String id, Origin.Source source) {
    var origin =
        new Origin(
            store.nextRunNumber(),
            "ci",
            "f",
            "push",
            Actor.person("ana"),
            "owner",
            now,
            source,
            Origin.Lineage.FIRST);
    return Run.created(new RunId(id), origin);
  }

  /// A run, planned at that orchestrator.
  void runs(Node node, String id, Plan plan) {
    runs(node, id, "repository", plan);
  }

  void runs(Node node, String id, String repository, Plan plan) {
    node.creates(created(id, repository));
    node.plans(id, plan);
  }

  void passes(Duration duration) {
    now = now.plus(duration);
  }

  /// Time passes in which everybody does what is to be done.
  void livesFor(Duration duration) {
    Instant end = now.plus(duration);
    while (now.isBefore(end)) {
      passes(Duration.ofSeconds(1));
      nodes.values().forEach(Node::turn);
    }
  }

  Run run(String id) {
    return store.run(new RunId(id)).orElseThrow();
  }

  Job job(String run) {
    return run(run).job(0);
  }

  ScriptedStore store() {
    return store;
  }

  List<String> order() {
    return order;
  }

  /// How many lines the journal has.
  long lines() {
    return store.journal().stream().mapToLong(entry -> entry.revision().transitions().size()).sum();
  }

  List<StoredEffect> undelivered() {
    return store.effects(0, 1_000);
  }

  void everythingIsDelivered() {
    livesFor(Duration.ofSeconds(2));
    assertThat(undelivered()).isEmpty();
  }
}
