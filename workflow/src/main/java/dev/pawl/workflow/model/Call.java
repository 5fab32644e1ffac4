package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.List;

/// How other workflows may call this one: `on.workflow_call`.
public record Call(
    Position position, List<Input> inputs, List<Secret> secrets, List<Output> outputs) {

  /// A secret that a caller may pass, or must.
  public record Secret(Position position, String name, boolean required) {}

  /// A value that the caller's other jobs see.
  public record Output(Position position, String name, Text value) {}

  public Call {
    inputs = List.copyOf(inputs);
    secrets = List.copyOf(secrets);
    outputs = List.copyOf(outputs);
  }
}
