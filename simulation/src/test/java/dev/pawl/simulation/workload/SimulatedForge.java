package dev.pawl.simulation.workload;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;
import dev.pawl.server.effects.Forge;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.world.SimulatedOrchestrator;
import dev.pawl.simulation.world.Simulation;
import java.util.Map;
import java.util.function.Consumer;

/// A forge that answers late and sometimes fails. It remembers which reports it has accepted.
public final class SimulatedForge implements Forge {

  private final Simulation world;
  private final SimulatedOrchestrator orchestrator;
  private final RandomStream chance;
  private final Map<RunId, RunState> taken;

  public SimulatedForge(
      Simulation world,
      SimulatedOrchestrator orchestrator,
      RandomStream chance,
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
    world
        .timeline()
        .in(
            chance.heavyTail(5, 20_000),
            () -> {
              if (isWell) {
                taken.put(id, report.state());
              }
              if (orchestrator.isAlive()) {
                outcome.accept(isWell ? new Outcome.Accepted() : new Outcome.Failed("no answer"));
              }
            });
  }
}
