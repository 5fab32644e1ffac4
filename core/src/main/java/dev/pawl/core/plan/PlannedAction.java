package dev.pawl.core.plan;

import java.util.SequencedMap;

/// A step that is a composite action. Its own steps follow one another in the job; they see its
/// inputs and one another's outputs, not those of the job. Texts are as in [PlannedStep].
///
/// @param parent the index of the action whose step it is itself, [#NONE] for the job
/// @param id by which others refer to it; empty if it has none
/// @param path where the action is, relative to the workspace
/// @param inputs evaluated where the step stands
/// @param outputs evaluated when its last step is over
/// @param condition where it does not hold, none of its steps runs
/// @param timeoutMinutes for all of its steps together
/// @param source where the step stands
public record PlannedAction(
    int parent,
    String id,
    String name,
    String path,
    SequencedMap<String, String> inputs,
    SequencedMap<String, String> outputs,
    SequencedMap<String, String> env,
    String condition,
    String continueOnError,
    String timeoutMinutes,
    String source) {

  public static final int NONE = -1;

  public PlannedAction {
    inputs = OrderedMaps.copyOf(inputs);
    outputs = OrderedMaps.copyOf(outputs);
    env = OrderedMaps.copyOf(env);
  }
}
