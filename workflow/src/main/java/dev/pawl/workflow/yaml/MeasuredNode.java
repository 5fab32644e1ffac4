package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Collection;

/// A node with its size, where aliases count as what they stand for.
///
/// @param size the number of nodes in it, including itself
/// @param height the depth of nested collections in it; 0 for a scalar
record MeasuredNode(YamlNode node, int size, int height) {

  static MeasuredNode scalar(YamlScalar scalar) {
    return new MeasuredNode(scalar, 1, 0);
  }

  static MeasuredNode collection(YamlNode node, Collection<MeasuredNode> parts) {
    int size = 1;
    int height = 0;
    for (MeasuredNode part : parts) {
      size += part.size();
      height = Math.max(height, part.height());
    }
    return new MeasuredNode(node, size, height + 1);
  }

  MeasuredNode at(Position position) {
    return new MeasuredNode(node.at(position), size, height);
  }
}
