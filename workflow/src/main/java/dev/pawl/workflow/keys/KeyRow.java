package dev.pawl.workflow.keys;

/// Writes the rows of the [KeyTable] in short.
final class KeyRow {

  static KeyDefinition key(
      KeySection place,
      String name,
      KeyStatus status,
      ValueShape shape,
      ContextAvailability scope,
      String note) {
    return new KeyDefinition(place, name, status, false, shape, scope, note);
  }

  static KeyDefinition required(
      KeySection place,
      String name,
      KeyStatus status,
      ValueShape shape,
      ContextAvailability scope,
      String note) {
    return new KeyDefinition(place, name, status, true, shape, scope, note);
  }

  private KeyRow() {}
}
