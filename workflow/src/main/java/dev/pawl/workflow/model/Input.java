package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.List;
import java.util.Optional;

/// An input that whoever starts or calls the workflow may give.
///
/// Invariant: a literal fallback is of the type, and of a choice one of the options.
///
/// @param fallback what it is where it is not given; only those of a call may hold an expression
/// @param options of a choice, otherwise empty
public record Input(
    Position position,
    String name,
    Type type,
    boolean required,
    Optional<Data> fallback,
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

  public Input {
    options = List.copyOf(options);
  }
}
