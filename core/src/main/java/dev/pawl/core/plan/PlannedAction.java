package dev.pawl.core.plan;

import java.util.SequencedMap;

/// A step that is a composite action. Its steps are steps of the job; they see its inputs and each
/// other's outputs, not those of the job. Texts are as in [PlannedStep].
///
/// @param parent the index of the action that contains it, [#NONE] for the job
/// @param id the id by which others refer to it; empty if it has none
/// @param path the action's directory, relative to the workspace
/// @param inputs evaluated where the step is used
/// @param outputs evaluated when its last step has ended
/// @param condition if it is false, none of its steps runs
/// @param timeoutMinutes for all of its steps together
/// @param source the position of the step
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
