package dev.pawl.workflow.model;

import java.util.List;
import java.util.Optional;

/// What starts a workflow.
///
/// @param triggers events other than the three below
/// @param dispatch the inputs, where it can be started by hand
/// @param call where other workflows can call it
public record On(
    List<Trigger> triggers,
    List<Schedule> schedules,
    Optional<List<Input>> dispatch,
    Optional<Call> call) {

  public static final On NOTHING = new On(List.of(), List.of(), Optional.empty(), Optional.empty());

  public On {
    triggers = List.copyOf(triggers);
    schedules = List.copyOf(schedules);
    dispatch = dispatch.map(List::copyOf);
  }
}
