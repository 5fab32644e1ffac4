package dev.pawl.core.lifecycle;

import java.util.List;
import java.util.Optional;

/// The five machines, for code that shows or checks all of them.
///
/// The order is from the whole to its parts: a run has attempts, an attempt has steps and a lease.
public final class Lifecycles {

  private static final List<Machine<?, ?>> ALL =
      List.of(
          RunMachine.MACHINE,
          AttemptMachine.MACHINE,
          StepMachine.MACHINE,
          LeaseMachine.MACHINE,
          BreakerMachine.MACHINE);

  public static List<Machine<?, ?>> all() {
    return ALL;
  }

  public static Optional<Machine<?, ?>> named(String name) {
    return ALL.stream().filter(machine -> machine.name().equals(name)).findFirst();
  }

  private Lifecycles() {}
}
