package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.simulation.command.Campaign;
import dev.pawl.simulation.command.Failure;
import dev.pawl.simulation.command.Tally;
import dev.pawl.simulation.coverage.Gaps;
import dev.pawl.simulation.scenario.Mode;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.world.Outcome;
import dev.pawl.simulation.world.World;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Fresh seeds each time, so that every build looks where none has looked before.
class SimulationTest {

  private static final long RUNS = Long.getLong("pawl.simulated.runs", 100_000);

  /// A machine on which it takes longer is too slow for this, or something here is.
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @Test
  void nothingIsViolatedAndNothingIsLeftOut() throws InterruptedException {
    long first = 1 + new SecureRandom().nextInt(1_000_000_000) * 1_000L;
    long began = System.nanoTime();
    var tally = new Tally();
    new Campaign(first, List.of(Mode.values()), 2)
        .run(() -> tally.runs() >= RUNS || System.nanoTime() - began > PATIENCE.toNanos(), tally);
    System.out.printf(
        "simulated, seeds %d to %d: %s%n", first, first + tally.seeds() - 1, tally.progress());
    for (Outcome failed : tally.violations()) {
      throw new AssertionError(Failure.words(failed));
    }
    assertThat(tally.runs()).isGreaterThanOrEqualTo(RUNS);
    assertThat(Gaps.in(tally.coverage())).as("what %d runs never did", tally.runs()).isEmpty();
  }

  @Test
  void whatWasFoundOnceIsNotFoundAgain() {
    for (Scenario scenario : FoundSeeds.all()) {
      Outcome outcome = new World(scenario).run();
      assertThat(outcome.violation()).as(scenario.command()).isEmpty();
    }
  }
}
