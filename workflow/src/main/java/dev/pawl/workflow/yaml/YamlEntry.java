package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;

/// A key of a [YamlMapping] with its value.
public record YamlEntry(YamlScalar key, YamlNode value) {

  public String name() {
    return key.text();
  }

  /// The position of the key.
  public Position position() {
    return key.position();
  }
}
