package dev.pawl.architecture.offenders.server;

import dev.pawl.architecture.offenders.core.run.Job;
import dev.pawl.architecture.offenders.core.run.Run;
import dev.pawl.core.lifecycle.RunState;
import java.util.function.Function;

final class ServerThatWritesStates {
  static final Function<RunState, Run> REFERENCE = Run.created()::in;

  static Run constructs() {
    return new Run(RunState.SUCCESS);
  }

  static Run changes(Run run) {
    return run.in(RunState.SUCCESS);
  }

  static Run makes() {
    return Run.of(RunState.SUCCESS);
  }

  static Job holds(Run run) {
    return new Job(run);
  }

  private ServerThatWritesStates() {}
}
