package dev.pawl.architecture.offenders.core.engine;

import dev.pawl.architecture.offenders.core.run.Run;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.lifecycle.RunMachine;

/// Keeps the rules: it is the writer.
public final class EventApplier {
  static Run apply(Run run, RunEvent event) {
    return run.in(RunMachine.MACHINE.transition(run.state(), event));
  }

  private EventApplier() {}
}
