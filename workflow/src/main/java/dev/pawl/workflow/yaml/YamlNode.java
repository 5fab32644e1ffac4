package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;

/// A value of a YAML file.
///
/// The position of an aliased node is that of the alias, where it is used. What it contains keeps
/// the position where it was written.
public sealed interface YamlNode permits YamlMapping, YamlSequence, YamlScalar {

  Position position();

  /// Its kind in messages: "a list".
  String described();

  /// The same node at another position.
  YamlNode at(Position position);
}
