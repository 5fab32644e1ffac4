package dev.pawl.workflow.model;

import dev.pawl.core.plan.Ordered;
import dev.pawl.workflow.diagnostics.Position;
import java.util.SequencedMap;

/// A step of a [Job].
///
/// @param position where it stands
/// @param name empty if the file gives none
/// @param id empty if the file gives none
/// @param run the script, never empty
/// @param settings its own, not those of any defaults
public record Step(
    Position position,
    String name,
    String id,
    String run,
    RunSettings settings,
    SequencedMap<String, String> env) {

  public Step {
    env = Ordered.copyOf(env);
  }
}
