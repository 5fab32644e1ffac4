package dev.pawl.simulation.workload;

import dev.pawl.core.engine.Command;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Kept;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Workflows;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.scenario.Work;
import dev.pawl.simulation.world.SimulatedOrchestrator;
import dev.pawl.simulation.world.World;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes a plan of nothing but the run's id; sometimes none, sometimes too late.
public final class SimulatedPlanner implements Workflows {

  /// What a rerun brings.
  public record Given(Plan plan, List<Kept> kept) {}

  private final World world;
  private final SimulatedOrchestrator orchestrator;
  private final Map<RunId, Given> given;

  public SimulatedPlanner(
      World world, SimulatedOrchestrator orchestrator, Map<RunId, Given> given) {
    this.world = world;
    this.orchestrator = orchestrator;
    this.given = given;
  }

  /// What reruns bring, for all planners of a world.
  public static Map<RunId, Given> nothingGiven() {
    return new LinkedHashMap<>();
  }

  @Override
  public void read(Run run, int tries) {
    if (!orchestrator.says()) {
      return;
    }
    RunId id = run.id();
    Chance chance = world.chanceOf("planning/" + id.value() + "/" + tries);
    boolean isTrouble = world.scenario().has(Work.PLANNING_FAILS);
    if (isTrouble && chance.percent(20)) {
      return; // nothing ever comes of it
    }
    boolean isInError = isTrouble && chance.percent(10);
    long takes = chance.heavyTail(5, 70_000);
    world
        .timeline()
        .in(
            takes,
            () ->
                orchestrator.ask(
                    it ->
                        it.ask(
                            id,
                            isInError
                                ? new Command.FailPlanning("line 3: what is this?")
                                : finish(id)),
                    _ -> {}));
  }

  private Command finish(RunId id) {
    Given known = given.get(id);
    if (known != null) {
      return new Command.FinishPlanning(known.plan(), known.kept());
    }
    Plan plan = new RandomPlan(world.chanceOf("plan/" + id.value()), world.scenario()).make();
    return new Command.FinishPlanning(plan);
  }
}
