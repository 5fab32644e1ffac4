package dev.pawl.expression;

import dev.pawl.expression.value.Value.Text;
import java.util.ArrayList;
import java.util.List;

/// Collects the references of an expression tree.
final class ReferenceCollector {

  private final List<Reference> found = new ArrayList<>();

  static List<Reference> in(ExpressionNode root) {
    var references = new ReferenceCollector();
    references.collect(root, List.of());
    return List.copyOf(references.found);
  }

  /// @param path the names looked up in the node, as far as they are known
  private void collect(ExpressionNode node, List<String> path) {
    if (node instanceof ExpressionNode.Context(String name, int offset)) {
      found.add(new Reference(name, path, offset));
    } else if (node
        instanceof
        ExpressionNode.Index(ExpressionNode target, ExpressionNode.Literal(Text(String name)))) {
      List<String> longer = new ArrayList<>(List.of(name));
      longer.addAll(path);
      collect(target, longer);
    } else {
      node.parts().forEach(part -> collect(part, List.of()));
    }
  }
}
