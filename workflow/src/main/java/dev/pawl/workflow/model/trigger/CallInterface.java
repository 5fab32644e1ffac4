package dev.pawl.workflow.model.trigger;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import java.util.List;

/// The inputs, secrets and outputs that other workflows see when they call this one:
/// `on.workflow_call`.
public record CallInterface(
    Position position, List<InputDefinition> inputs, List<Secret> secrets, List<Output> outputs) {

  /// A secret that a caller may or must pass.
  public record Secret(Position position, String name, boolean required) {}

  /// A value that the caller's other jobs can use.
  public record Output(Position position, String name, TemplateText value) {}

  public CallInterface {
    inputs = List.copyOf(inputs);
    secrets = List.copyOf(secrets);
    outputs = List.copyOf(outputs);
  }
}
