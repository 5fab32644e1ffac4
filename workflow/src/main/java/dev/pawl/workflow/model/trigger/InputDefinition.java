package dev.pawl.workflow.model.trigger;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateValue;
import java.util.List;
import java.util.Optional;

/// An input that whoever starts or calls the workflow may give.
///
/// Invariant: a literal fallback is of the type, and of a choice one of the options.
///
/// @param fallback what it is where it is not given; only those of a call may hold an expression
/// @param options of a choice, otherwise empty
public record InputDefinition(
    Position position,
    String name,
    Type type,
    boolean required,
    Optional<TemplateValue> defaultValue,
    List<String> options,
    String description) {

  /// What an input may be.
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
