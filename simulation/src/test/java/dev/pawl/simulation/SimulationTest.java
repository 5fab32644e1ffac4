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
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Fresh seeds each time, so that every build looks where none has looked before.
class SimulationTest {

  private static final long RUNS = Long.getLong("pawl.simulated.runs", 100_000);

  /// No test here is about time: on a machine that is too busy for all of them, fewer are enough to
  /// find what is wrong, but not to say that nothing was left out.
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private static final long AT_LEAST = RUNS / 10;

  @Test
  void nothingIsViolatedAndNothingIsLeftOut() throws InterruptedException {
    long first = 1 + new SecureRandom().nextInt(1_000_000_000) * 1_000L;
    long began = System.nanoTime();
    var tally = new CampaignTotals();
    new Campaign(first, List.of(SimulationMode.values()), 2)
        .run(() -> tally.runs() >= RUNS || System.nanoTime() - began > PATIENCE.toNanos(), tally);
    System.out.printf(
        "simulated, seeds %d to %d: %s%n", first, first + tally.seeds() - 1, tally.progress());
    for (SimulationResult failed : tally.violations()) {
      throw new AssertionError(FailureReport.words(failed));
    }
    assertThat(tally.runs()).isGreaterThanOrEqualTo(AT_LEAST);
    if (tally.runs() >= RUNS) {
      assertThat(CoverageGaps.in(tally.coverage()))
          .as("what %d runs never did", tally.runs())
          .isEmpty();
    } else {
      System.out.println("too few runs to say that nothing was left out: the machine is busy");
    }
  }

  @Test
  void whatWasFoundOnceIsNotFoundAgain() {
    for (Scenario scenario : RegressionSeeds.all()) {
      SimulationResult outcome = new Simulation(scenario).run();
      assertThat(outcome.violation()).as(scenario.command()).isEmpty();
    }
  }
}
