package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.simulation.command.Campaign;
import dev.pawl.simulation.command.CampaignTotals;
import dev.pawl.simulation.command.FailureReport;
import dev.pawl.simulation.coverage.CoverageGaps;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.world.Simulation;
import dev.pawl.simulation.world.SimulationResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Simulates many runs and expects no violation.
///
/// By default the seeds are fixed, so a failure is never due to chance. `./check --full` simulates
/// more runs from fresh seeds, and also expects that every row, fault and state was reached.
class SimulationTest {

  /// About 20,000 runs; each seed has 20 to 60.
  private static final int SEEDS = 480;

  private static final long FULL_RUNS = Long.getLong("pawl.simulated.runs", 100_000);

  private final long firstSeed = FullCheck.seed(1_000_000);
  private final CampaignTotals totals = new CampaignTotals();

  @Test
  void noInvariantIsViolated() throws InterruptedException {
    new Campaign(firstSeed, List.of(SimulationMode.values()), 2).run(this::isEnough, totals);
    System.out.printf(
        "simulated, seeds %d to %d: %s%n",
        firstSeed, firstSeed + totals.seeds() - 1, totals.progress());
    for (SimulationResult failed : totals.violations()) {
      throw new AssertionError(FailureReport.words(failed));
    }
    if (FullCheck.IS_ON) {
      assertThat(CoverageGaps.in(totals.coverage()))
          .as("never reached in %d runs", totals.runs())
          .isEmpty();
    }
  }

  private boolean isEnough() {
    return FullCheck.IS_ON ? totals.runs() >= FULL_RUNS : totals.seeds() >= SEEDS;
  }

  @Test
  void seedsThatFailedOncePassNow() {
    for (Scenario scenario : RegressionSeeds.all()) {
      SimulationResult result = new Simulation(scenario).run();
      assertThat(result.violation()).as(scenario.command()).isEmpty();
    }
  }
}
