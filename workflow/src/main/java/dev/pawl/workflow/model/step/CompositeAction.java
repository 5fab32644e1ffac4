package dev.pawl.workflow.model.step;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
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
    SequencedMap<String, TemplateText> outputs,
    List<StepDefinition> steps) {

  /// What `with` may give.
  ///
  /// @param fallback what it is where it is not given
  /// @param deprecation what whoever gives it is told; empty for nothing
  public record Input(
      Position position,
      String name,
      boolean required,
      Optional<TemplateText> defaultValue,
      String deprecationMessage) {}

  public CompositeAction {
    inputs = List.copyOf(inputs);
    outputs = TemplateTexts.copyOf(outputs);
    steps = List.copyOf(steps);
  }
}
