package dev.pawl.expression;

import dev.pawl.expression.Value.Array;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// An expression that has been read: pure, and safe to share and to keep.
///
/// Reading and evaluating are total. Whatever the source and the values are, they end, within
/// [Limits], in a value or in an [ExpressionError].
public final class Expression {

  private static final Set<String> STATUS = Set.of("SUCCESS", "FAILURE", "ALWAYS", "CANCELLED");

  private final String source;
  private final Node root;

  private Expression(String source, Node root) {
    this.source = source;
    this.root = root;
  }

  /// Reads an expression.
  ///
  /// @param source what stands between the braces; `null` if that is nothing
  public static Expression parse(String source, Names names) throws ExpressionError {
    return new Expression(source, Parser.parse(source, names));
  }

  public Value evaluate(Environment environment) throws ExpressionError {
    Value value = new Evaluator(environment).evaluate(root);
    // What a `*` has made is a list like any other for everybody else.
    return value instanceof Array(Filtered elements) ? new Array(List.copyOf(elements)) : value;
  }

  public String source() {
    return source;
  }

  /// What it looks at, in the order of the source.
  public List<Reference> references() {
    return References.in(root);
  }

  /// The references whose value can become its own, whole or as a part of a text; what is only
  /// compared or asked about is not among them.
  public List<Reference> results() {
    return Results.of(root);
  }

  /// The functions of [#functions()] that, as long as they hold, work for it to hold: `a()` in `a()
  /// || b`, and not in `!a()`.
  public Set<String> affirmed() {
    Set<String> functions = new TreeSet<>();
    affirm(root, true, functions);
    return functions;
  }

  private static void affirm(Node node, boolean isAffirmed, Set<String> functions) {
    switch (node) {
      case Node.Not(Node operand) -> affirm(operand, !isAffirmed, functions);
      case Node.And(List<Node> operands) ->
          operands.forEach(each -> affirm(each, isAffirmed, functions));
      case Node.Or(List<Node> operands) ->
          operands.forEach(each -> affirm(each, isAffirmed, functions));
      case Node.Call(String function, _, _) when isAffirmed -> functions.add(function);
      case Node.Case(List<Node> arguments, _) ->
          Results.ofCase(arguments).forEach(each -> affirm(each, isAffirmed, functions));
      case Node.Literal _,
          Node.Context _,
          Node.Index _,
          Node.Star _,
          Node.Compare _,
          Node.Apply _,
          Node.Call _ -> {}
    }
  }

  /// The functions that it calls of those that are not there everywhere, by the names that they
  /// have in [Names].
  public Set<String> functions() {
    Set<String> functions = new TreeSet<>();
    collect(root, functions);
    return functions;
  }

  /// Whether it asks how things have gone so far. A condition that does not is only looked at if
  /// all went well.
  public boolean callsStatus() {
    return callsStatus(root);
  }

  private static boolean callsStatus(Node node) {
    return (node instanceof Node.Call(String function, _, _)
            && STATUS.contains(Caseless.fold(function)))
        || node.parts().stream().anyMatch(Expression::callsStatus);
  }

  private static void collect(Node node, Set<String> functions) {
    if (node instanceof Node.Call(String function, _, _)) {
      functions.add(function);
    }
    node.parts().forEach(part -> collect(part, functions));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Expression same && source.equals(same.source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }

  @Override
  public String toString() {
    return source;
  }
}
