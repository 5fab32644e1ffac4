package dev.pawl.architecture.offenders.server;

import dev.pawl.architecture.offenders.core.run.Run;
import dev.pawl.core.lifecycle.RunState;

/// Keeps the rules: to look, and to begin, is allowed.
final class ServerThatReadsStates {
  static RunState looks() {
    return Run.created().state();
  }

  private ServerThatReadsStates() {}
}
