package dev.pawl.workflow.model.trigger;

import java.util.List;
import java.util.Optional;

/// The events that start a workflow: `on`.
///
/// @param triggers events other than the three below
/// @param dispatch the inputs, where it can be started by hand
/// @param call present where other workflows can call it
public record WorkflowTriggers(
    List<EventTrigger> triggers,
    List<ScheduleTrigger> schedules,
    Optional<List<InputDefinition>> dispatch,
    Optional<CallInterface> call) {

  public static final WorkflowTriggers NOTHING =
      new WorkflowTriggers(List.of(), List.of(), Optional.empty(), Optional.empty());

  public WorkflowTriggers {
    triggers = List.copyOf(triggers);
    schedules = List.copyOf(schedules);
    dispatch = dispatch.map(List::copyOf);
  }
}
