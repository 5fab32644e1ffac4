package dev.pawl.simulation.workload;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.judge.Law;
import dev.pawl.simulation.judge.Verdict;
import dev.pawl.simulation.scenario.Work;
import dev.pawl.simulation.world.World;
import java.util.Map;

/// Makes runs, and makes runs again. Whoever triggers one asks until it is told that it is there.
public final class Triggers {

  private static final long PATIENCE = 30_000;
  private static final int MOST_RERUNS = 3;

  private final World world;
  private final Chance chance;
  private final Map<RunId, SimulatedPlanner.Given> given;
  private int made;
  private int waiting;
  private int reruns;

  public Triggers(World world, Chance chance, Map<RunId, SimulatedPlanner.Given> given) {
    this.world = world;
    this.chance = chance;
    this.given = given;
  }

  /// All runs of the scenario, one after another.
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
    boolean isTwice = world.scenario().has(Work.TRIGGER_TWICE) && chance.oneIn(3);
    if (isTwice) {
      var again = new Wait();
      again.isOver = true;
      create(new RunId("r" + number + "-again"), origin, "trigger-" + number, again);
    }
  }

  private Origin origin(Origin.Lineage lineage) {
    boolean reports = world.scenario().has(Work.REPORTS) && chance.oneIn(2);
    return new Origin(
        world.storeOfAll().nextRunNumber(),
        "simulated",
        ".pawl/simulated.yml",
        "push",
        Actor.person(chance.oneOf(RandomPlan.PEOPLE)),
        "",
        world.timeline().instant(),
        new Origin.Source("repository-" + chance.below(2), reports ? "c0ffee" : ""),
        lineage);
  }

  /// Somebody waits to be told that a run is there.
  private static final class Wait {
    private boolean isOver;
  }

  /// Asks for it until somebody says that it is there.
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

  /// Nobody asks for a run any more that is not there yet.
  public boolean isDone() {
    return waiting == 0;
  }

  /// The same trigger, twice, has made one run.
  public void check(Verdict verdict) {
    for (int run = 0; run < world.scenario().runs(); run++) {
      boolean areTwo =
          world.shadow().run(new RunId("r" + run)) != null
              && world.shadow().run(new RunId("r" + run + "-again")) != null;
      if (areTwo) {
        verdict.broken(Law.SAME_ANSWER, "trigger %d has made two runs".formatted(run));
      }
    }
  }

  public int made() {
    return made;
  }

  /// A run is over: somebody may want another.
  void over(Run run) {
    boolean isWanted =
        world.scenario().has(Work.RERUN)
            && reruns < MOST_RERUNS
            && run.jobs().size() > 0
            && chance.oneIn(4);
    if (!isWanted) {
      return;
    }
    reruns++;
    Reruns.Scope scope =
        switch (chance.below(3)) {
          case 0 -> new Reruns.Scope.All();
          case 1 -> new Reruns.Scope.Failed();
          default -> new Reruns.Scope.One(chance.below(run.jobs().size()));
        };
    var id = new RunId(run.id().value() + "-rerun" + reruns);
    given.put(id, new SimulatedPlanner.Given(Reruns.plan(run, scope), Reruns.kept(run, scope)));
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
