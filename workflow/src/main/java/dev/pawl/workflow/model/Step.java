package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Optional;
import java.util.SequencedMap;

/// A step of a job or of a composite action.
///
/// @param position where it stands
/// @param id empty if the file gives none
/// @param condition a bare expression
/// @param continueOnError a boolean or an expression
/// @param timeoutMinutes a number or an expression
public record Step(
    Position position,
    Optional<Text> name,
    String id,
    Optional<Text> condition,
    Task task,
    SequencedMap<String, Text> env,
    Optional<Text> continueOnError,
    Optional<Text> timeoutMinutes,
    StepRules rules) {

  public Step {
    env = Texts.copyOf(env);
  }
}
