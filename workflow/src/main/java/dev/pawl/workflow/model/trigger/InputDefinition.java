package dev.pawl.workflow.model.trigger;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateValue;
import java.util.List;
import java.util.Optional;

/// An input that can be set when the workflow is dispatched or called.
///
/// Invariant: a literal default is of the input's type, and for a choice one of its options.
///
/// @param defaultValue its value where it is not set; only a default of a called workflow may hold
///   expressions
/// @param options of a choice, otherwise empty
public record InputDefinition(
    Position position,
    String name,
    Type type,
    boolean required,
    Optional<TemplateValue> defaultValue,
    List<String> options,
    String description) {

  /// The type of an input's value.
  public enum Type {
    STRING,
    NUMBER,
    BOOLEAN,
    CHOICE,
    ENVIRONMENT
  }

  public InputDefinition {
    options = List.copyOf(options);
  }
}
