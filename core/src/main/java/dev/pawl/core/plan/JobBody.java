package dev.pawl.core.plan;

import dev.pawl.core.step.StepName;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Predicate;

/// The part of a job that its agent executes, as unevaluated texts. The cells of a matrix share
/// one.
///
/// @param env layers of the environment, later ones override earlier ones: the workflow's, the
///   job's
/// @param actions the composite actions that some of the steps belong to
/// @param outputs the job's outputs by name
public record JobBody(
    List<SequencedMap<String, String>> env,
    List<PlannedStep> steps,
    List<PlannedAction> actions,
    SequencedMap<String, String> outputs) {

  /// The most bytes of the outputs of other jobs, and of inputs made from them, in a dispatch: more
  /// than one job's outputs take in any encoding, also where a matrix repeats them.
  public static final int MAX_NEEDS_BYTES = 4 * 1024 * 1024;

  /// The most bytes of the rest of the job in a dispatch.
  public static final int MAX_OWN_BYTES = 448 * 1024;

  public static final JobBody EMPTY = of(List.of());

  public JobBody {
    env = env.stream().map(OrderedMaps::copyOf).toList();
    steps = List.copyOf(steps);
    actions = List.copyOf(actions);
    outputs = OrderedMaps.copyOf(outputs);
  }

  public static JobBody of(List<PlannedStep> steps) {
    return new JobBody(List.of(), steps, List.of(), OrderedMaps.empty());
  }

  /// The displayed name of a step before its agent has evaluated it.
  public String name(int step) {
    PlannedStep planned = steps.get(step);
    List<String> parts = new ArrayList<>(List.of(planned.name()));
    for (int at = planned.compositeAction();
        at != PlannedAction.NONE;
        at = actions.get(at).parent()) {
      parts.addFirst(actions.get(at).name());
    }
    return StepName.of(parts);
  }

  /// Whether the job may succeed although this step failed: the step or an action around it has
  /// `continue-on-error`, or an expression that only the agent can evaluate.
  public boolean mayFail(int step) {
    return hasContinueOnError(step, value -> !value.equals(PlannedStep.NEVER));
  }

  /// Whether a failure of this step never fails the job: the step or an action around it has
  /// `continue-on-error: true`.
  public boolean isOptional(int step) {
    return hasContinueOnError(step, PlannedStep.ALWAYS::equals);
  }

  private boolean hasContinueOnError(int step, Predicate<String> wanted) {
    PlannedStep planned = steps.get(step);
    boolean has = wanted.test(planned.continueOnError());
    for (int at = planned.compositeAction();
        at != PlannedAction.NONE;
        at = actions.get(at).parent()) {
      has |= wanted.test(actions.get(at).continueOnError());
    }
    return has;
  }
}
