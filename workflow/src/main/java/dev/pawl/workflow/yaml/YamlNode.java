package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;

/// A value of a YAML file.
///
/// Behind an alias the node itself stands where the alias is, since that is where it is used; what
/// it contains stands where it was written.
public sealed interface YamlNode permits YamlMapping, YamlSequence, YamlScalar {

  Position position();

  /// What it is, as a message says it: "a list".
  String described();

  /// The same node, used somewhere else.
  YamlNode at(Position position);
}
