package dev.pawl.core.plan;

import dev.pawl.core.step.StepName;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/// What a job's agent executes: texts, which it evaluates. The cells of a matrix share one.
///
/// @param env layers of the environment, the later ones over the earlier: the workflow's, the job's
/// @param actions the composite actions that some of the steps belong to
/// @param outputs what the job hands on, by name
public record JobBody(
    List<SequencedMap<String, String>> env,
    List<PlannedStep> steps,
    List<PlannedAction> actions,
    SequencedMap<String, String> outputs) {

  /// How many bytes what others made for a job may take in a message to its agent, and how many the
  /// rest: together less than a message may have.
  public static final int MAX_NEEDS_BYTES = 448 * 1024;

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

  /// What people see of a step before its agent has evaluated its name.
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

  /// Whether the job may succeed where this step has failed: it says so, or an action that it
  /// belongs to does; or an expression may, of which its agent knows.
  public boolean mayFail(int step) {
    PlannedStep planned = steps.get(step);
    boolean mayFail = !planned.continueOnError().equals(PlannedStep.NEVER);
    for (int at = planned.compositeAction();
        at != PlannedAction.NONE;
        at = actions.get(at).parent()) {
      mayFail |= !actions.get(at).continueOnError().equals(PlannedStep.NEVER);
    }
    return mayFail;
  }
}
