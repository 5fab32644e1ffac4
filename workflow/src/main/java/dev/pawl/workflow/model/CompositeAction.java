package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// What an `action.yml` says.
///
/// @param file as its user typed it
/// @param name empty if the file gives none
/// @param steps at least one
public record CompositeAction(
    String file,
    String name,
    List<Input> inputs,
    SequencedMap<String, Text> outputs,
    List<Step> steps) {

  /// What `with` may give.
  ///
  /// @param fallback what it is where it is not given
  /// @param deprecation what whoever gives it is told; empty for nothing
  public record Input(
      Position position,
      String name,
      boolean required,
      Optional<Text> fallback,
      String deprecation) {}

  public CompositeAction {
    inputs = List.copyOf(inputs);
    outputs = Texts.copyOf(outputs);
    steps = List.copyOf(steps);
  }
}
