package dev.pawl.core.plan;

import java.util.SequencedMap;

/// One step of a [PlannedJob].
///
/// @param name what people see: the step's `name`, or the first line of its script
/// @param id the step's `id`, empty if it has none
/// @param run the script
/// @param workingDirectory where it runs, relative to the workspace; empty for the workspace itself
/// @param env the step's own environment, over the job's
/// @param source where it stands, as `file:line:column`
public record PlannedStep(
    String name,
    String id,
    String run,
    Shell shell,
    String workingDirectory,
    SequencedMap<String, String> env,
    String source,
    StepPolicy policy) {

  public PlannedStep(
      String name,
      String id,
      String run,
      Shell shell,
      String workingDirectory,
      SequencedMap<String, String> env,
      String source) {
    this(name, id, run, shell, workingDirectory, env, source, StepPolicy.PLAIN);
  }

  public PlannedStep {
    env = Ordered.copyOf(env);
  }
}
