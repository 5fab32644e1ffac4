package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.simulation.mutants.Mutant;
import dev.pawl.simulation.mutants.MutantHunt;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Shows that the simulator finds every mutant, on fixed seeds.
class MutantHuntTest {

  @Test
  void everyMutantIsFound() {
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
}
