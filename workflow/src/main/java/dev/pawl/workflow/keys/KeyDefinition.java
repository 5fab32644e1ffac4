package dev.pawl.workflow.keys;

/// A key of the workflow language: a row of the [KeyTable].
///
/// @param isRequired whether a mapping of its section must have it
/// @param shape what its value may be
/// @param contexts what expressions in its value may use
/// @param note what the key is for, or why it has no effect
public record KeyDefinition(
    KeySection section,
    String name,
    KeyStatus status,
    boolean isRequired,
    ValueShape shape,
    ContextAvailability contexts,
    String note) {

  static KeyDefinition key(
      KeySection section,
      String name,
      KeyStatus status,
      ValueShape shape,
      ContextAvailability contexts,
      String note) {
    return new KeyDefinition(section, name, status, false, shape, contexts, note);
  }

  static KeyDefinition required(
      KeySection section,
      String name,
      KeyStatus status,
      ValueShape shape,
      ContextAvailability contexts,
      String note) {
    return new KeyDefinition(section, name, status, true, shape, contexts, note);
  }
}
