package dev.pawl.architecture.offenders.core.engine;

import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;

final class Decides {
  static RunState foresees(RunState state) {
    return RunMachine.MACHINE.transition(state, RunEvent.START);
  }

  private Decides() {}
}
