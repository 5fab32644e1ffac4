package dev.pawl.simulation.command;

import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.world.Simulation;
import dev.pawl.simulation.world.SimulationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/// Simulates many seeds on a few threads. Each simulation has one thread and shares nothing.
public final class Campaign {

  private final long first;
  private final List<SimulationMode> modes;
  private final int threads;

  /// @param first the first seed; the others follow it
  /// @param modes taken in turn
  public Campaign(long first, List<SimulationMode> modes, int threads) {
    this.first = first;
    this.modes = modes;
    this.threads = threads;
  }

  /// Simulates until it `isEnough`, or an invariant is violated.
  public CampaignTotals run(BooleanSupplier isEnough, CampaignTotals totals)
      throws InterruptedException {
    var next = new AtomicLong(first);
    List<Thread> workers = new ArrayList<>();
    for (int worker = 0; worker < threads; worker++) {
      workers.add(Thread.ofPlatform().start(() -> work(next, isEnough, totals)));
    }
    for (Thread worker : workers) {
      worker.join();
    }
    return totals;
  }

  private void work(AtomicLong next, BooleanSupplier isEnough, CampaignTotals totals) {
    while (!isEnough.getAsBoolean() && totals.violations().isEmpty()) {
      long seed = next.getAndIncrement();
      SimulationMode mode = modes.get(Math.floorMod(seed, modes.size()));
      totals.add(simulate(Scenario.of(seed, mode)));
    }
  }

  static SimulationResult simulate(Scenario scenario) {
    return new Simulation(scenario).run();
  }
}
