package dev.pawl.expression;

import dev.pawl.expression.value.Comparison;
import dev.pawl.expression.value.Value;
import java.util.List;

/// A node of an expression tree. Parentheses are gone; operands joined by `&&` or `||` are one
/// node.
sealed interface ExpressionNode {

  record Literal(Value value) implements ExpressionNode {}

  record Context(String name, int offset) implements ExpressionNode {}

  /// `target.key` and `target[key]`.
  record Index(ExpressionNode target, ExpressionNode key) implements ExpressionNode {}

  /// `target.*` and `target[*]`.
  record Star(ExpressionNode target) implements ExpressionNode {}

  record Not(ExpressionNode operand) implements ExpressionNode {}

  record And(List<ExpressionNode> operands) implements ExpressionNode {}

  record Or(List<ExpressionNode> operands) implements ExpressionNode {}

  record Compare(Comparison how, ExpressionNode left, ExpressionNode right)
      implements ExpressionNode {}

  /// `case`, which evaluates only the arguments that it needs.
  record Case(List<ExpressionNode> arguments, int offset) implements ExpressionNode {}

  record Apply(BuiltInFunction function, List<ExpressionNode> arguments, int offset)
      implements ExpressionNode {}

  /// A call of a function that the [ExpressionEnvironment] provides.
  record Call(String function, List<ExpressionNode> arguments, int offset)
      implements ExpressionNode {}

  /// The depth of the tree. Counted level by level, since a chain of comparisons can be deeper than
  /// the stack.
  default int levels() {
    int levels = 0;
    for (List<ExpressionNode> level = List.of(this); !level.isEmpty(); levels++) {
      level = level.stream().flatMap(node -> node.parts().stream()).toList();
    }
    return levels;
  }

  /// The children of this node.
  default List<ExpressionNode> parts() {
    return switch (this) {
      case Literal _, Context _ -> List.of();
      case Index(ExpressionNode target, ExpressionNode key) -> List.of(target, key);
      case Star(ExpressionNode target) -> List.of(target);
      case Not(ExpressionNode operand) -> List.of(operand);
      case And(List<ExpressionNode> operands) -> operands;
      case Or(List<ExpressionNode> operands) -> operands;
      case Compare(_, ExpressionNode left, ExpressionNode right) -> List.of(left, right);
      case Case(List<ExpressionNode> arguments, _) -> arguments;
      case Apply(_, List<ExpressionNode> arguments, _) -> arguments;
      case Call(_, List<ExpressionNode> arguments, _) -> arguments;
    };
  }
}
