package dev.pawl.simulation.workload;

import dev.pawl.core.engine.Effect;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Forge;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.world.SimulatedOrchestrator;
import dev.pawl.simulation.world.World;
import java.util.Map;
import java.util.function.Consumer;

/// A forge that answers late, and not always well; what it has taken it remembers.
public final class SimulatedForge implements Forge {

  private final World world;
  private final SimulatedOrchestrator orchestrator;
  private final Chance chance;
  private final Map<RunId, RunState> taken;

  public SimulatedForge(
      World world,
      SimulatedOrchestrator orchestrator,
      Chance chance,
      Map<RunId, RunState> taken) {
    this.world = world;
    this.orchestrator = orchestrator;
    this.chance = chance;
    this.taken = taken;
  }

  @Override
  public void report(Run run, Effect.Report report, Consumer<Outcome> outcome) {
    if (!orchestrator.says()) {
      return;
    }
    RunId id = run.id();
    boolean isWell = world.areFaultsOver() || chance.percent(85);
    world.timeline().in(chance.heavyTail(5, 20_000), () -> {
      if (isWell) {
        taken.put(id, report.state());
      }
      if (orchestrator.isAlive()) {
        outcome.accept(isWell ? new Outcome.Taken() : new Outcome.Failed("no answer"));
      }
    });
  }
}
