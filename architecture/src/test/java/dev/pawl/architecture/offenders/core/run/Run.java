package dev.pawl.architecture.offenders.core.run;

import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;

/// Carries a state.
public record Run(RunState state) {

  public static Run created() {
    return new Run(RunMachine.MACHINE.initial());
  }

  public static Run of(RunState state) {
    return new Run(state);
  }

  public Run in(RunState state) {
    return new Run(state);
  }
}
