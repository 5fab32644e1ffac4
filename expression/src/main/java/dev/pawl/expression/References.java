package dev.pawl.expression;

import dev.pawl.expression.Value.Text;
import java.util.ArrayList;
import java.util.List;

/// Collects what a tree looks at.
final class References {

  private final List<Reference> found = new ArrayList<>();

  static List<Reference> in(Node root) {
    var references = new References();
    references.collect(root, List.of());
    return List.copyOf(references.found);
  }

  /// @param path what is looked up in the node, as far as it is known
  private void collect(Node node, List<String> path) {
    if (node instanceof Node.Context(String name, int offset)) {
      found.add(new Reference(name, path, offset));
    } else if (node instanceof Node.Index(Node target, Node.Literal(Text(String name)))) {
      List<String> longer = new ArrayList<>(List.of(name));
      longer.addAll(path);
      collect(target, longer);
    } else {
      node.parts().forEach(part -> collect(part, List.of()));
    }
  }
}
