package dev.pawl.workflow.model.step;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A composite action, as its `action.yml` describes it.
///
/// @param file as the user typed it
/// @param name empty where the file has none
/// @param steps at least one
public record CompositeAction(
    String file,
    String name,
    List<Input> inputs,
    SequencedMap<String, TemplateText> outputs,
    List<StepDefinition> steps) {

  /// An input of the action, which a step sets under `with`.
  ///
  /// @param defaultValue its value where the step does not set it
  /// @param deprecationMessage shown to users of the input; empty for none
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
