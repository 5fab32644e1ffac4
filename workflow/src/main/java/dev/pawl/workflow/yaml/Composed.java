package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Collection;

/// A node with its measures, aliases counted as what they stand for.
///
/// @param size how many nodes it is made of, itself included
/// @param height how many collections are within each other in it; 0 for a scalar
record Composed(YamlNode node, int size, int height) {

  static Composed scalar(YamlScalar scalar) {
    return new Composed(scalar, 1, 0);
  }

  static Composed collection(YamlNode node, Collection<Composed> parts) {
    int size = 1;
    int height = 0;
    for (Composed part : parts) {
      size += part.size();
      height = Math.max(height, part.height());
    }
    return new Composed(node, size, height + 1);
  }

  Composed usedAt(Position position) {
    return new Composed(node.usedAt(position), size, height);
  }
}
