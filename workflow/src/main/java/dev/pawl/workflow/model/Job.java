package dev.pawl.workflow.model;

import dev.pawl.core.plan.Ordered;
import dev.pawl.workflow.diagnostics.Position;
import java.time.Duration;
import java.util.List;
import java.util.SequencedMap;

/// A job of a [Workflow].
///
/// @param position where its id stands
/// @param name empty if the file gives none
/// @param runsOn at least one label
/// @param env its own, not the workflow's
/// @param defaults its own, not the workflow's
/// @param steps at least one
public record Job(
    Position position,
    String id,
    String name,
    List<Need> needs,
    List<String> runsOn,
    SequencedMap<String, String> env,
    RunSettings defaults,
    List<Step> steps,
    Duration timeout,
    Duration grace) {

  public Job {
    needs = List.copyOf(needs);
    runsOn = List.copyOf(runsOn);
    env = Ordered.copyOf(env);
    steps = List.copyOf(steps);
  }
}
