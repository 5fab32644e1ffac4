package dev.pawl.cli.workflows;

import dev.pawl.core.plan.Plan;
import dev.pawl.workflow.model.Workflow;
import java.util.Map;

/// The result of evaluating one workflow for an event.
public sealed interface TriggerResult {

  /// The workflow is triggered and planned.
  ///
  /// @param event the name of the event
  /// @param reason why it is triggered
  /// @param skipped the reasons of jobs that are already known to be skipped, by job index
  record Planned(
      Workflow workflow, String event, String reason, Plan plan, Map<Integer, String> skipped)
      implements TriggerResult {}

  /// The workflow is not triggered.
  ///
  /// @param reason why it is not triggered
  record NotTriggered(Workflow workflow, String reason) implements TriggerResult {}

  /// The file is not a valid workflow, or it cannot be planned.
  ///
  /// @param problems messages for people, each on its own line
  record Invalid(String file, String problems) implements TriggerResult {}
}
