package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.mutants.MutantHunt;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Shows that the simulator finds every mutant by the invariant that the mutant names, on fixed
/// seeds, and that every invariant can fail.
class MutantHuntTest {

  /// Invariants that no mutant violates first, and that a test of their own violates:
  /// `InvalidCommandProbeTest` the first, `UnreachableInvariantsTest` the others.
  private static final Set<Invariant> WITH_A_TEST =
      EnumSet.of(Invariant.TERMINAL_STAYS, Invariant.ONE_OUTCOME, Invariant.IN_ORDER);

  @Test
  void everyMutantIsFoundByItsInvariant() {
    List<Mutant> survivors = new ArrayList<>();
    for (Mutant mutant : Mutant.values()) {
      MutantHunt.Result found = MutantHunt.of(mutant, 0);
      System.out.println(found);
      if (found.by().isEmpty()) {
        survivors.add(mutant);
      }
    }
    assertThat(survivors).isEmpty();
    assertThat(Mutant.values()).hasSizeGreaterThanOrEqualTo(30);
  }

  @Test
  void everyInvariantCanFail() {
    Set<Invariant> shown = EnumSet.copyOf(WITH_A_TEST);
    for (Mutant mutant : Mutant.values()) {
      shown.add(mutant.foundBy());
    }
    assertThat(shown).containsExactlyInAnyOrder(Invariant.values());
  }
}
