package dev.pawl.expression;

import java.util.List;

/// An expression as a tree. Parentheses are gone; all that is joined by `&&` or `||` is one node.
sealed interface Node {

  record Literal(Value value) implements Node {}

  record Context(String name, int offset) implements Node {}

  /// `target.key` and `target[key]`.
  record Index(Node target, Node key) implements Node {}

  /// `target.*` and `target[*]`.
  record Star(Node target) implements Node {}

  record Not(Node operand) implements Node {}

  record And(List<Node> operands) implements Node {}

  record Or(List<Node> operands) implements Node {}

  record Compare(Comparison how, Node left, Node right) implements Node {}

  /// `case`, which evaluates no more of its arguments than it needs.
  record Case(List<Node> arguments, int offset) implements Node {}

  record Apply(Function function, List<Node> arguments, int offset) implements Node {}

  /// A function that the [Environment] knows.
  record Call(String function, List<Node> arguments, int offset) implements Node {}

  /// How many nodes stand within each other, this one included. Counted level by level, since a row
  /// of comparisons can be deeper than a stack.
  default int levels() {
    int levels = 0;
    for (List<Node> level = List.of(this); !level.isEmpty(); levels++) {
      level = level.stream().flatMap(node -> node.parts().stream()).toList();
    }
    return levels;
  }

  /// What the value of this one is made of.
  default List<Node> parts() {
    return switch (this) {
      case Literal _, Context _ -> List.of();
      case Index(Node target, Node key) -> List.of(target, key);
      case Star(Node target) -> List.of(target);
      case Not(Node operand) -> List.of(operand);
      case And(List<Node> operands) -> operands;
      case Or(List<Node> operands) -> operands;
      case Compare(_, Node left, Node right) -> List.of(left, right);
      case Case(List<Node> arguments, _) -> arguments;
      case Apply(_, List<Node> arguments, _) -> arguments;
      case Call(_, List<Node> arguments, _) -> arguments;
    };
  }
}
