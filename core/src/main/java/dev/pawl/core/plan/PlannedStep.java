package dev.pawl.core.plan;

import java.util.SequencedMap;

/// One step of a [PlannedJob]. All texts are as the file has them: their expressions are evaluated
/// where the step runs, since only there is known what the steps before it have made.
///
/// @param id by which others refer to it; empty if it has none
/// @param name what people see: the step's `name`, or the first line of its script
/// @param with the inputs of what it uses
/// @param env the step's own environment, over the job's
/// @param condition an expression without its braces; empty for `success()`
/// @param continueOnError `true`, `false`, or an expression
/// @param timeoutMinutes a number or an expression; empty for none
/// @param action the index of the [PlannedAction] that it belongs to, [PlannedAction#NONE] for none
/// @param source where it stands, as `file:line:column`
public record PlannedStep(
    String id,
    String name,
    Task task,
    SequencedMap<String, String> with,
    SequencedMap<String, String> env,
    String condition,
    String continueOnError,
    String timeoutMinutes,
    int action,
    String source,
    StepPolicy policy) {

  static final String NEVER = "false";

  public PlannedStep {
    with = Ordered.copyOf(with);
    env = Ordered.copyOf(env);
  }

  /// A script, and nothing else.
  public static PlannedStep of(String name, String run, String source) {
    return new PlannedStep(
        "",
        name,
        new Task.Script(run, "", ""),
        Ordered.empty(),
        Ordered.empty(),
        "",
        NEVER,
        "",
        PlannedAction.NONE,
        source,
        StepPolicy.PLAIN);
  }

  public PlannedStep with(StepPolicy policy) {
    return new PlannedStep(
        id,
        name,
        task,
        with,
        env,
        condition,
        continueOnError,
        timeoutMinutes,
        action,
        source,
        policy);
  }

  /// The same, and the job goes on if it fails.
  public PlannedStep continuingOnError() {
    return new PlannedStep(
        id, name, task, with, env, condition, "true", timeoutMinutes, action, source, policy);
  }
}
