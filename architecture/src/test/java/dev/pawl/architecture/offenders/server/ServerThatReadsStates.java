package dev.pawl.architecture.offenders.server;

import dev.pawl.core.lifecycle.RunState;
import dev.pawl.architecture.offenders.core.run.Run;

/// Keeps the rules: to look, and to begin, is allowed.
final class ServerThatReadsStates {
  static RunState looks() {
    return Run.created().state();
  }

  private ServerThatReadsStates() {}
}
