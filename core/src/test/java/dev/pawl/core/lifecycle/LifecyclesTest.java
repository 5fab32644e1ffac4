package dev.pawl.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LifecyclesTest {

  @Test
  void thereAreFiveMachinesFromTheWholeToItsParts() {
    assertThat(Lifecycles.all())
        .extracting(Machine::name)
        .containsExactly("run", "attempt", "step", "lease", "breaker");
  }

  @Test
  void aMachineIsFoundByItsName() {
    assertThat(Lifecycles.named("lease")).containsSame(LeaseMachine.MACHINE);
    assertThat(Lifecycles.named("job")).isEmpty();
  }
}
