package dev.pawl.cli.workflows;

import dev.pawl.core.plan.Plan;
import dev.pawl.workflow.model.Workflow;
import java.util.Map;

/// What becomes of one workflow on an occasion.
public sealed interface TriggerResult {

  /// It runs.
  ///
  /// @param event the name of what starts it
  /// @param reason why it is started
  /// @param skipped why, by the index of each job that is already known to be
  record Planned(
      Workflow workflow, String event, String reason, Plan plan, Map<Integer, String> skipped)
      implements TriggerResult {}

  /// It is not started.
  ///
  /// @param reason what keeps it from being
  record NotTriggered(Workflow workflow, String reason) implements TriggerResult {}

  /// Nobody can tell: the file is no workflow, or cannot be planned.
  ///
  /// @param problems for people, each line ended
  record Invalid(String file, String problems) implements TriggerResult {}
}
