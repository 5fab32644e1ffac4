package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Whatever is lost, doubled, late or out of order.
class AnyOrderTest {

  @Test
  void nothingRunsUnstartedOrUnleasedAndEverythingComesToRest() {
    int ran = 0;
    for (long seed = 0; seed < 300; seed++) {
      var world = new FaultyWorld(seed);
      for (int step = 0; step < 1_000; step++) {
        world.step();
      }
      world.heal();
      for (int step = 0; step < 5_000 && !world.isAtRest(); step++) {
        world.step();
      }
      assertThat(world.isAtRest()).as("seed %d is at rest", seed).isTrue();
      ran += world.ran();
    }
    assertThat(ran).isGreaterThan(300); // or nothing was tried
  }
}
