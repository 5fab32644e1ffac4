package dev.pawl.simulation.command;

import dev.pawl.simulation.scenario.SimulationMode;
import java.time.Duration;
import java.util.List;

/// Simulates the same seeds each time, to record what is loaded, linked and compiled in the JDK's
/// AOT cache; see `./simulate`. A busy machine gets fewer seeds, and a worse cache.
final class SimulationTraining {

  private static final int SEEDS = 1_000;
  private static final Duration LONGEST = Duration.ofMinutes(1);

  public static void main(String[] args) throws InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    var totals = new CampaignTotals();
    int threads = Runtime.getRuntime().availableProcessors();
    new Campaign(1, List.of(SimulationMode.values()), threads)
        .run(() -> totals.seeds() >= SEEDS || System.nanoTime() - end >= 0, totals);
    System.out.println(totals.json());
    System.exit(0);
  }

  private SimulationTraining() {}
}
