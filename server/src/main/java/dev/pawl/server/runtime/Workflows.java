package dev.pawl.server.runtime;

import dev.pawl.core.run.Run;

/// Whoever reads workflow files and makes plans of them.
public interface Workflows {

  /// Nobody does: whoever creates a run brings its plan.
  Workflows NONE = (_, _) -> {};

  /// Wants the run planned. Called by the loop, so it must not block: what comes of it is asked of
  /// the orchestrator later, by `FinishPlanning` or `FailPlanning`. If nothing comes of it within a
  /// minute, it is wanted again.
  ///
  /// @param tries the how manieth time, from 1
  void read(Run run, int tries);
}
