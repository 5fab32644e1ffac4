package dev.pawl.cli;

import dev.pawl.core.plan.Plan;
import dev.pawl.workflow.model.Workflow;
import java.util.Map;

/// What becomes of one workflow on an occasion.
sealed interface Prospect {

  /// It runs.
  ///
  /// @param event the name of what starts it
  /// @param reason why it is started
  /// @param skipped why, by the index of each job that is already known to be
  record Runs(
      Workflow workflow, String event, String reason, Plan plan, Map<Integer, String> skipped)
      implements Prospect {}

  /// It is not started.
  ///
  /// @param reason what keeps it from being
  record Idle(Workflow workflow, String reason) implements Prospect {}

  /// Nobody can tell: the file is no workflow, or cannot be planned.
  ///
  /// @param problems for people, each line ended
  record Broken(String file, String problems) implements Prospect {}
}
