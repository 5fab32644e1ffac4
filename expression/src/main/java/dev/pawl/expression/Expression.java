package dev.pawl.expression;

import dev.pawl.expression.value.CaseFold;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Array;
import dev.pawl.expression.value.WildcardElements;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// A parsed expression: pure, and safe to share and to keep.
///
/// Parsing and evaluation are total: for any source and any values they end, within
/// [ExpressionLimits], in a value or in an [ExpressionError].
public final class Expression {

  private static final Set<String> STATUS = Set.of("SUCCESS", "FAILURE", "ALWAYS", "CANCELLED");

  private final String source;
  private final ExpressionNode root;

  private Expression(String source, ExpressionNode root) {
    this.source = source;
    this.root = root;
  }

  /// Parses an expression.
  ///
  /// @param source the text between the braces; an empty one is `null`
  public static Expression parse(String source, AllowedNames names) throws ExpressionError {
    return new Expression(source, Parser.parse(source, names));
  }

  public Value evaluate(ExpressionEnvironment environment) throws ExpressionError {
    Value value = new Evaluator(environment).evaluate(root);
    // The result of `*` is an ordinary list outside of the evaluator.
    return value instanceof Array(WildcardElements elements)
        ? new Array(List.copyOf(elements))
        : value;
  }

  public String source() {
    return source;
  }

  /// The contexts that it refers to, in the order of the source.
  public List<Reference> references() {
    return ReferenceCollector.in(root);
  }

  /// The references whose value can become the result, whole or as a part of a text; references
  /// that are only compared or tested are not included.
  public List<Reference> resultReferences() {
    return ResultReferenceCollector.of(root);
  }

  /// The functions of [#functions()] whose truth can make it true: `a()` in `a() || b`, but not in
  /// `!a()`.
  public Set<String> affirmedFunctions() {
    Set<String> functions = new TreeSet<>();
    affirm(root, true, functions);
    return functions;
  }

  private static void affirm(ExpressionNode node, boolean isAffirmed, Set<String> functions) {
    switch (node) {
      case ExpressionNode.Not(ExpressionNode operand) -> affirm(operand, !isAffirmed, functions);
      case ExpressionNode.And(List<ExpressionNode> operands) ->
          operands.forEach(each -> affirm(each, isAffirmed, functions));
      case ExpressionNode.Or(List<ExpressionNode> operands) ->
          operands.forEach(each -> affirm(each, isAffirmed, functions));
      case ExpressionNode.Call(String function, _, _) when isAffirmed -> functions.add(function);
      case ExpressionNode.Case(List<ExpressionNode> arguments, _) ->
          ResultReferenceCollector.ofCase(arguments)
              .forEach(each -> affirm(each, isAffirmed, functions));
      case ExpressionNode.Literal _,
          ExpressionNode.Context _,
          ExpressionNode.Index _,
          ExpressionNode.Star _,
          ExpressionNode.Compare _,
          ExpressionNode.Apply _,
          ExpressionNode.Call _ -> {}
    }
  }

  /// The functions that it calls and that the environment provides, by their names in
  /// [AllowedNames].
  public Set<String> functions() {
    Set<String> functions = new TreeSet<>();
    collect(root, functions);
    return functions;
  }

  /// Whether it calls a status function. A condition that does not also requires `success()`.
  public boolean callsStatusFunction() {
    return callsStatusFunction(root);
  }

  private static boolean callsStatusFunction(ExpressionNode node) {
    return (node instanceof ExpressionNode.Call(String function, _, _)
            && STATUS.contains(CaseFold.fold(function)))
        || node.parts().stream().anyMatch(Expression::callsStatusFunction);
  }

  private static void collect(ExpressionNode node, Set<String> functions) {
    if (node instanceof ExpressionNode.Call(String function, _, _)) {
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
