package dev.pawl.server.effects;

import dev.pawl.core.run.Run;

/// Whoever reads workflow files and makes plans of them.
public interface RunPlanner {

  /// Nobody does: whoever creates a run brings its plan.
  RunPlanner NONE = (_, _) -> {};

  /// Wants the run planned. Called by the loop, so it must not block: what comes of it is asked of
  /// the orchestrator later, by `FinishPlanning` or `FailPlanning`. If nothing comes of it within a
  /// minute, it is wanted again.
  ///
  /// @param tries the how manieth time, from 1
  void plan(Run run, int tries);
}
