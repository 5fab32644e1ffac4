package dev.pawl.simulation.mutants;

import dev.pawl.simulation.monitor.Violation;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.SimulationMode;
import dev.pawl.simulation.world.Simulation;
import dev.pawl.simulation.world.SimulationResult;
import java.util.Optional;

/// Simulates a mutant on fixed seeds until the invariant that it names finds it.
public final class MutantHunt {

  /// A mutant that is not found by this many seeds has survived.
  public static final int MOST_SEEDS = 300;

  /// Result of a hunt.
  ///
  /// @param seeds how many it took
  public record Result(Mutant mutant, int seeds, Optional<Violation> by) {
    @Override
    public String toString() {
      return by.map(law ->
              "%-40s found after %3d seeds, by %s".formatted(mutant.word(), seeds, law.invariant()))
          .orElse("%-40s SURVIVED %d seeds".formatted(mutant.word(), seeds));
    }
  }

  public static Result of(Mutant mutant, long first) {
    for (int seeds = 1; seeds <= MOST_SEEDS; seeds++) {
      SimulationMode mode = seeds % 2 == 0 ? SimulationMode.SAFETY : SimulationMode.LIVENESS;
      Scenario scenario = Scenario.of(first + seeds, mode);
      if (!canShow(mutant, scenario)) {
        continue; // it counts all the same: whoever looks for it has to come so far
      }
      SimulationResult outcome = new Simulation(scenario, mutant, false).run();
      if (outcome.violation().filter(it -> it.invariant() == mutant.foundBy()).isPresent()) {
        return new Result(mutant, seeds, outcome.violation());
      }
    }
    return new Result(mutant, MOST_SEEDS, Optional.empty());
  }

  /// Whether the scenario can show the defect: only an encoded journal has hashes, and only several
  /// orchestrators reserve queues.
  private static boolean canShow(Mutant mutant, Scenario scenario) {
    return switch (mutant) {
      case BREAKS_THE_HASH_CHAIN -> scenario.isEncoded();
      case RESERVES_FOR_EVER -> scenario.orchestrators() > 1;
      default -> true;
    };
  }

  private MutantHunt() {}
}
