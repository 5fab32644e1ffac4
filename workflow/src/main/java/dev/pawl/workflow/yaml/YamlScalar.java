package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;

/// A single value.
///
/// @param text the value as written, without quotes, escapes and indentation: `1.50` stays `1.50`,
///   `True` stays `True`
/// @param origin the text's place in the file
public record YamlScalar(Position position, String text, ScalarKind kind, ScalarOrigin origin)
    implements YamlNode {

  public boolean isNothing() {
    return kind == ScalarKind.NOTHING;
  }

  /// The position in the file of the character of [#text()] at `offset`, in UTF-16 units.
  public Position positionAt(int offset) {
    return origin.positionOf(text, offset);
  }

  @Override
  public String described() {
    return kind.described();
  }

  @Override
  public YamlScalar at(Position place) {
    return new YamlScalar(place, text, kind, origin);
  }
}
