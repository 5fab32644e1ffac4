package dev.pawl.core.plan;

import java.util.SequencedMap;

/// One step of a [PlannedJob]. All texts are as in the file: the agent evaluates their expressions,
/// because only it knows the outputs of earlier steps.
///
/// @param id the id by which others refer to it; empty if it has none
/// @param name the name for people: the step's `name`, or the first line of its script
/// @param with the inputs of the action that it uses
/// @param env the step's own environment, which overrides the job's
/// @param condition an expression without its braces; empty for `success()`
/// @param continueOnError `true`, `false`, or an expression
/// @param timeoutMinutes a number or an expression; empty for none
/// @param compositeAction the index of the [PlannedAction] that it belongs to, [PlannedAction#NONE]
///   for none
/// @param source its position, as `file:line:column`
public record PlannedStep(
    String id,
    String name,
    StepAction action,
    SequencedMap<String, String> with,
    SequencedMap<String, String> env,
    String condition,
    String continueOnError,
    String timeoutMinutes,
    int compositeAction,
    String source,
    StepPolicy policy) {

  static final String NEVER = "false";
  static final String ALWAYS = "true";

  public PlannedStep {
    with = OrderedMaps.copyOf(with);
    env = OrderedMaps.copyOf(env);
  }

  /// A step that is a script and nothing else.
  public static PlannedStep of(String name, String run, String source) {
    return new PlannedStep(
        "",
        name,
        new StepAction.Script(run, "", ""),
        OrderedMaps.empty(),
        OrderedMaps.empty(),
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
        action,
        with,
        env,
        condition,
        continueOnError,
        timeoutMinutes,
        compositeAction,
        source,
        policy);
  }

  /// The step with `continue-on-error`.
  public PlannedStep continuingOnError() {
    return new PlannedStep(
        id,
        name,
        action,
        with,
        env,
        condition,
        ALWAYS,
        timeoutMinutes,
        compositeAction,
        source,
        policy);
  }
}
