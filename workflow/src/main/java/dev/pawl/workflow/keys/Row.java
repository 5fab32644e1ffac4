package dev.pawl.workflow.keys;

/// Writes the rows of the [KeyTable] in short.
final class Row {

  static Key key(
      Place place, String name, KeyStatus status, Shape shape, Scope scope, String note) {
    return new Key(place, name, status, false, shape, scope, note);
  }

  static Key required(
      Place place, String name, KeyStatus status, Shape shape, Scope scope, String note) {
    return new Key(place, name, status, true, shape, scope, note);
  }

  private Row() {}
}
