package dev.pawl.server.effects;

import dev.pawl.core.run.Run;

/// Reads workflow files and makes plans of them.
public interface RunPlanner {

  /// No planner: each new run brings its plan.
  RunPlanner NONE = (_, _) -> {};

  /// Plans a run. Called by the loop, so it must not block: the result is submitted to the
  /// orchestrator later, as `FinishPlanning` or `FailPlanning`. Without a result within a minute it
  /// is called again.
  ///
  /// @param tries the number of this call, from 1
  void plan(Run run, int tries);
}
