package dev.pawl.simulation.workload;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.ReusedResult;
import dev.pawl.core.run.Run;
import dev.pawl.server.effects.RunPlanner;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.WorkKind;
import dev.pawl.simulation.world.SimulatedOrchestrator;
import dev.pawl.simulation.world.Simulation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Plans a run from its id; sometimes it fails, sometimes it is late, sometimes it never answers.
public final class SimulatedPlanner implements RunPlanner {

  /// The plan and the reused results of a rerun.
  public record RerunPlan(Plan plan, List<ReusedResult> kept) {}

  private final Simulation world;
  private final SimulatedOrchestrator orchestrator;
  private final Map<RunId, RerunPlan> given;

  public SimulatedPlanner(
      Simulation world, SimulatedOrchestrator orchestrator, Map<RunId, RerunPlan> given) {
    this.world = world;
    this.orchestrator = orchestrator;
    this.given = given;
  }

  /// An empty map for the plans of reruns, shared by all planners of a simulation.
  public static Map<RunId, RerunPlan> nothingGiven() {
    return new LinkedHashMap<>();
  }

  @Override
  public void plan(Run run, int tries) {
    if (!orchestrator.says()) {
      return;
    }
    RunId id = run.id();
    RandomStream chance = world.chanceOf("planning/" + id.value() + "/" + tries);
    boolean isTrouble = world.scenario().has(WorkKind.PLANNING_FAILS);
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
                        it.submit(
                            id,
                            isInError
                                ? new EngineCommand.FailPlanning("line 3: what is this?")
                                : finish(id)),
                    _ -> {}));
  }

  private EngineCommand finish(RunId id) {
    RerunPlan known = given.get(id);
    if (known != null) {
      return new EngineCommand.FinishPlanning(known.plan(), known.kept());
    }
    Plan plan = new RandomPlan(world.chanceOf("plan/" + id.value()), world.scenario()).make();
    return new EngineCommand.FinishPlanning(plan);
  }
}
