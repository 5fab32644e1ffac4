package dev.pawl.simulation.command;

import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.scenario.FaultKind;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.WorkKind;
import dev.pawl.simulation.world.Simulation;
import dev.pawl.simulation.world.SimulationResult;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds a smaller scenario that violates the same invariant. It leaves out kinds of faults and of
/// work, runs, agents, orchestrators and single faults, one by one, while it still fails.
final class ScenarioShrinker {

  private static final int MOST_TRIES = 400;

  private final Invariant invariant;
  private final @Nullable Mutant mutant;
  private Scenario smallest;
  private int mutable;
  private int tries;

  ScenarioShrinker(SimulationResult failed, @Nullable Mutant mutant) {
    this.invariant = failed.violation().orElseThrow().invariant();
    this.mutant = mutant;
    this.smallest = failed.scenario();
    this.mutable = failed.mutable();
  }

  Scenario shrunk() {
    for (FaultKind fault : List.copyOf(smallest.faults())) {
      keepIfItFails(smallest.without(fault));
    }
    for (WorkKind kind : List.copyOf(smallest.work())) {
      keepIfItFails(smallest.without(kind));
    }
    for (int run = smallest.runs() - 1; run >= 0; run--) {
      keepIfItFails(smallest.leaving(run));
    }
    while (smallest.agents() > 1
        && keepIfItFails(
            smallest.with(smallest.orchestrators(), smallest.agents() - 1, smallest.runs()))) {
      // one less each time
    }
    while (smallest.orchestrators() > 1
        && keepIfItFails(
            smallest.with(smallest.orchestrators() - 1, smallest.agents(), smallest.runs()))) {
      // one less each time
    }
    for (int fault = mutable - 1; fault >= 0; fault--) {
      keepIfItFails(smallest.muting(fault));
    }
    return smallest;
  }

  private boolean keepIfItFails(Scenario candidate) {
    if (++tries > MOST_TRIES) {
      return false;
    }
    SimulationResult outcome = new Simulation(candidate, mutant, false).run();
    Optional<Invariant> broken = outcome.violation().map(violation -> violation.invariant());
    if (broken.filter(invariant::equals).isEmpty()) {
      return false;
    }
    smallest = candidate;
    mutable = outcome.mutable();
    return true;
  }
}
