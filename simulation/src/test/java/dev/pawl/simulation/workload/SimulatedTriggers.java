package dev.pawl.simulation.workload;

import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.WorkKind;
import dev.pawl.simulation.world.Simulation;
import java.util.Map;

/// Triggers runs and reruns. It repeats a trigger until the run is acknowledged.
public final class SimulatedTriggers {

  private static final long PATIENCE = 30_000;
  private static final int MOST_RERUNS = 3;

  private final Simulation world;
  private final RandomStream chance;
  private final Map<RunId, SimulatedPlanner.RerunPlan> given;
  private int made;
  private int waiting;
  private int reruns;

  public SimulatedTriggers(
      Simulation world, RandomStream chance, Map<RunId, SimulatedPlanner.RerunPlan> given) {
    this.world = world;
    this.chance = chance;
    this.given = given;
  }

  /// Triggers all runs of the scenario, one after another.
  public void start() {
    long at = 0;
    int waves = chance.between(1, 4);
    for (int run = 0; run < world.scenario().runs(); run++) {
      at += chance.oneIn(waves * 8) ? chance.between(5_000, 90_000) : chance.between(0, 1_500);
      if (world.scenario().left().contains(run)) {
        continue;
      }
      int number = run;
      waiting++;
      world.timeline().in(at, () -> trigger(number));
    }
  }

  private void trigger(int number) {
    var origin = origin(new Origin.Lineage("", 1, 0));
    create(new RunId("r" + number), origin, "trigger-" + number, new Wait());
    boolean isTwice = world.scenario().has(WorkKind.TRIGGER_TWICE) && chance.oneIn(3);
    if (isTwice) {
      var again = new Wait();
      again.isOver = true;
      create(new RunId("r" + number + "-again"), origin, "trigger-" + number, again);
    }
  }

  private Origin origin(Origin.Lineage lineage) {
    boolean reports = world.scenario().has(WorkKind.REPORTS) && chance.oneIn(2);
    String user = chance.oneOf(RandomPlan.USERS);
    var repository = new RepositoryKey(Origin.DEFAULT_ORG, "repository-" + chance.below(2));
    return new Origin(
        repository.org(),
        world.storeOfAll().nextRunNumber(repository),
        "simulated",
        ".pawl/simulated.yml",
        "push",
        Actor.person(user),
        "",
        world.timeline().instant(),
        new Origin.Source(
            repository.repository(), "main", reports ? "c0ffee" : "", reports ? "forge" : ""),
        lineage);
  }

  /// A trigger that waits for its acknowledgement.
  private static final class Wait {
    private boolean isOver;
  }

  /// Repeats the trigger until it is acknowledged.
  private void create(RunId id, Origin origin, String key, Wait wait) {
    world
        .someOrchestrator()
        .ifPresent(
            it -> it.ask(one -> one.create(Run.created(id, origin), key), _ -> isThere(wait)));
    world
        .timeline()
        .in(
            PATIENCE,
            () -> {
              if (!wait.isOver) {
                create(id, origin, key, wait);
              }
            });
  }

  private void isThere(Wait wait) {
    if (!wait.isOver) {
      wait.isOver = true;
      waiting--;
      made++;
    }
  }

  /// Whether every trigger is acknowledged.
  public boolean isDone() {
    return waiting == 0;
  }

  /// Checks that the same trigger, sent twice, made one run.
  public void check(ViolationRecorder violations) {
    for (int run = 0; run < world.scenario().runs(); run++) {
      boolean areTwo =
          world.reference().run(new RunId("r" + run)) != null
              && world.reference().run(new RunId("r" + run + "-again")) != null;
      if (areTwo) {
        violations.violated(Invariant.SAME_ANSWER, "trigger %d has made two runs".formatted(run));
      }
    }
  }

  public int made() {
    return made;
  }

  /// Triggers a rerun of some runs that are over.
  void over(Run run) {
    boolean isWanted =
        world.scenario().has(WorkKind.RERUN)
            && reruns < MOST_RERUNS
            && run.jobs().size() > 0
            && chance.oneIn(4);
    if (!isWanted) {
      return;
    }
    reruns++;
    Reruns.Selection scope =
        switch (chance.below(3)) {
          case 0 -> new Reruns.Selection.All();
          case 1 -> new Reruns.Selection.Failed();
          default -> new Reruns.Selection.One(chance.below(run.jobs().size()));
        };
    var id = new RunId(run.id().value() + "-rerun" + reruns);
    given.put(
        id,
        new SimulatedPlanner.RerunPlan(Reruns.plan(run, scope), Reruns.reusedResults(run, scope)));
    var lineage = new Origin.Lineage("", run.origin().lineage().attempt() + 1, 0);
    waiting++;
    world
        .timeline()
        .in(
            chance.heavyTail(10, 60_000),
            () ->
                create(
                    id,
                    run.origin().again(lineage, world.timeline().instant()),
                    id.value(),
                    new Wait()));
  }
}
