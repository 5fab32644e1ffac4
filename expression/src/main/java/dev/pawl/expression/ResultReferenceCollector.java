package dev.pawl.expression;

import dev.pawl.expression.value.Value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Collects the references that can become the value of an expression, or a part of it.
final class ResultReferenceCollector {

  private final List<Reference> found = new ArrayList<>();

  static List<Reference> of(ExpressionNode root) {
    var results = new ResultReferenceCollector();
    results.collect(root);
    return List.copyOf(results.found);
  }

  /// The results of `case`: every second argument, and the default.
  static List<ExpressionNode> ofCase(List<ExpressionNode> arguments) {
    List<ExpressionNode> results = new ArrayList<>();
    for (int at = 1; at < arguments.size(); at += 2) {
      results.add(arguments.get(at));
    }
    if (arguments.size() % 2 == 1) {
      results.add(arguments.getLast());
    }
    return results;
  }

  private void collect(ExpressionNode node) {
    collect(node, List.of());
  }

  /// @param path the names looked up in the node, as far as they are known
  private void collect(ExpressionNode node, List<String> path) {
    switch (node) {
      case ExpressionNode.Context(String name, int offset) ->
          found.add(new Reference(name, path, offset));
      case ExpressionNode.Index(ExpressionNode target, ExpressionNode.Literal(Text(String name))) ->
          collect(target, Stream.concat(Stream.of(name), path.stream()).toList());
      case ExpressionNode.Index(ExpressionNode target, _) -> collect(target);
      case ExpressionNode.Star(ExpressionNode target) -> collect(target);
      // An operand before the last becomes the value only if it is falsy.
      case ExpressionNode.And(List<ExpressionNode> operands) -> collect(operands.getLast());
      case ExpressionNode.Or(List<ExpressionNode> operands) -> operands.forEach(this::collect);
      case ExpressionNode.Case(List<ExpressionNode> arguments, _) ->
          ofCase(arguments).forEach(this::collect);
      case ExpressionNode.Apply(BuiltInFunction function, List<ExpressionNode> arguments, _)
          when function.keepsArguments() ->
          arguments.forEach(this::collect);
      case ExpressionNode.Literal _,
          ExpressionNode.Not _,
          ExpressionNode.Compare _,
          ExpressionNode.Apply _,
          ExpressionNode.Call _ -> {}
    }
  }
}
