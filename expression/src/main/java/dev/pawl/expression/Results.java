package dev.pawl.expression;

import dev.pawl.expression.Value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Collects what can become the value of a tree, or a part of it.
final class Results {

  private final List<Reference> found = new ArrayList<>();

  static List<Reference> of(Node root) {
    var results = new Results();
    results.collect(root);
    return List.copyOf(results.found);
  }

  /// Of `case`: every second argument, and the last where nothing else fits.
  static List<Node> ofCase(List<Node> arguments) {
    List<Node> results = new ArrayList<>();
    for (int at = 1; at < arguments.size(); at += 2) {
      results.add(arguments.get(at));
    }
    if (arguments.size() % 2 == 1) {
      results.add(arguments.getLast());
    }
    return results;
  }

  private void collect(Node node) {
    collect(node, List.of());
  }

  /// @param path what is looked up in the node, as far as it is known
  private void collect(Node node, List<String> path) {
    switch (node) {
      case Node.Context(String name, int offset) -> found.add(new Reference(name, path, offset));
      case Node.Index(Node target, Node.Literal(Text(String name))) ->
          collect(target, Stream.concat(Stream.of(name), path.stream()).toList());
      case Node.Index(Node target, _) -> collect(target);
      case Node.Star(Node target) -> collect(target);
      // An operand before the last becomes the value only if there is next to nothing in it.
      case Node.And(List<Node> operands) -> collect(operands.getLast());
      case Node.Or(List<Node> operands) -> operands.forEach(this::collect);
      case Node.Case(List<Node> arguments, _) -> ofCase(arguments).forEach(this::collect);
      case Node.Apply(Function function, List<Node> arguments, _) when function.keepsArguments() ->
          arguments.forEach(this::collect);
      case Node.Literal _, Node.Not _, Node.Compare _, Node.Apply _, Node.Call _ -> {}
    }
  }
}
