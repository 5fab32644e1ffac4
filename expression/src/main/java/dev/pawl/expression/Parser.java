package dev.pawl.expression;

import dev.pawl.expression.ExpressionToken.Kind;
import dev.pawl.expression.value.CaseFold;
import dev.pawl.expression.value.Comparison;
import dev.pawl.expression.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses the tokens of an expression into a tree, by recursive descent. Depth is limited twice: as
/// written, where every pair of parentheses counts, and as a tree, where each comparison of a chain
/// contains the one before it.
final class Parser {

  private final TokenCursor cursor;
  private final AllowedNames names;
  private int depth;

  private Parser(TokenCursor cursor, AllowedNames names) {
    this.cursor = cursor;
    this.names = names;
  }

  /// The tree of the source; `null` if the source is empty.
  static ExpressionNode parse(String source, AllowedNames names) throws ExpressionError {
    if (source.length() > ExpressionLimits.LENGTH) {
      throw new ExpressionError(
          ExpressionError.Kind.LEXING,
          "Exceeded max expression length " + ExpressionLimits.LENGTH,
          ExpressionLimits.LENGTH);
    }
    var cursor = new TokenCursor(source);
    if (cursor.isAtEnd()) {
      return new ExpressionNode.Literal(Value.Null.NULL);
    }
    ExpressionNode node = new Parser(cursor, names).expression();
    if (!cursor.isAtEnd()) {
      throw cursor.unexpected();
    }
    if (node.levels() > ExpressionLimits.DEPTH) {
      throw tooDeep(0);
    }
    return node;
  }

  private ExpressionNode expression() throws ExpressionError {
    enterLevel();
    ExpressionNode node = or();
    depth--;
    return node;
  }

  private ExpressionNode or() throws ExpressionError {
    ExpressionNode first = and();
    if (!cursor.isNext("||")) {
      return first;
    }
    enterLevel();
    List<ExpressionNode> operands = new ArrayList<>(List.of(first));
    while (cursor.take("||")) {
      operands.add(and());
    }
    depth--;
    return new ExpressionNode.Or(operands);
  }

  private ExpressionNode and() throws ExpressionError {
    ExpressionNode first = equality();
    if (!cursor.isNext("&&")) {
      return first;
    }
    enterLevel();
    List<ExpressionNode> operands = new ArrayList<>(List.of(first));
    while (cursor.take("&&")) {
      operands.add(equality());
    }
    depth--;
    return new ExpressionNode.And(operands);
  }

  private ExpressionNode equality() throws ExpressionError {
    ExpressionNode node = order();
    for (var how = comparison(true); how.isPresent(); how = comparison(true)) {
      node = new ExpressionNode.Compare(how.get(), node, order());
    }
    return node;
  }

  private ExpressionNode order() throws ExpressionError {
    ExpressionNode node = unary();
    for (var how = comparison(false); how.isPresent(); how = comparison(false)) {
      node = new ExpressionNode.Compare(how.get(), node, unary());
    }
    return node;
  }

  /// Consumes the next token if it is such a comparison.
  private Optional<Comparison> comparison(boolean ofEquality) {
    Optional<Comparison> next = cursor.next().comparison();
    return next.filter(how -> how.isOfEquality() == ofEquality && cursor.take(how.symbol()));
  }

  private ExpressionNode unary() throws ExpressionError {
    if (!cursor.take("!")) {
      return operand();
    }
    enterLevel();
    ExpressionNode operand = unary();
    depth--;
    return new ExpressionNode.Not(operand);
  }

  private ExpressionNode operand() throws ExpressionError {
    if (cursor.next().kind() == Kind.LITERAL) {
      return new ExpressionNode.Literal(cursor.take(Kind.LITERAL).value());
    }
    if (cursor.take("(")) {
      ExpressionNode inner = expression();
      cursor.expect(")");
      return lookups(inner);
    }
    ExpressionToken name = cursor.take(Kind.NAME);
    return lookups(cursor.isNext("(") ? call(name) : context(name));
  }

  private ExpressionNode lookups(ExpressionNode target) throws ExpressionError {
    int before = depth;
    ExpressionNode node = target;
    while (cursor.isNext(".") || cursor.isNext("[")) {
      node = cursor.take(".") ? property(node) : index(node);
      enterLevel();
    }
    depth = before;
    return node;
  }

  private ExpressionNode property(ExpressionNode target) throws ExpressionError {
    if (cursor.take("*")) {
      return new ExpressionNode.Star(target);
    }
    Value name = new Value.Text(cursor.take(Kind.NAME).text());
    return new ExpressionNode.Index(target, new ExpressionNode.Literal(name));
  }

  private ExpressionNode index(ExpressionNode target) throws ExpressionError {
    cursor.expect("[");
    boolean isStar = cursor.take("*");
    ExpressionNode node =
        isStar ? new ExpressionNode.Star(target) : new ExpressionNode.Index(target, expression());
    cursor.expect("]");
    return node;
  }

  private ExpressionNode context(ExpressionToken name) throws ExpressionError {
    String context =
        names
            .context(name.text())
            .orElseThrow(() -> cursor.error("Unrecognized named-value", name));
    return new ExpressionNode.Context(context, name.offset());
  }

  /// Checks the name after the arguments, so that of two errors the inner one is reported.
  private ExpressionNode call(ExpressionToken name) throws ExpressionError {
    List<ExpressionNode> arguments = arguments();
    String folded = CaseFold.fold(name.text());
    if (folded.equals("CASE")) {
      check(name, Arity.CASE, arguments);
      return new ExpressionNode.Case(arguments, name.offset());
    }
    Optional<BuiltInFunction> function = BuiltInFunction.named(folded);
    if (function.isPresent()) {
      check(name, function.get().arity(), arguments);
      return new ExpressionNode.Apply(function.get(), arguments, name.offset());
    }
    String known =
        names.function(name.text()).orElseThrow(() -> cursor.error("Unrecognized function", name));
    check(name, Arity.of(folded), arguments);
    return new ExpressionNode.Call(known, arguments, name.offset());
  }

  private List<ExpressionNode> arguments() throws ExpressionError {
    cursor.expect("(");
    List<ExpressionNode> arguments = new ArrayList<>();
    if (!cursor.take(")")) {
      do {
        arguments.add(expression());
      } while (cursor.take(","));
      cursor.expect(")");
    }
    return arguments;
  }

  private void check(ExpressionToken name, Arity arity, List<ExpressionNode> arguments)
      throws ExpressionError {
    Optional<String> problem = arity.problem(arguments.size());
    if (problem.isPresent()) {
      throw cursor.error(problem.get(), name);
    }
  }

  private void enterLevel() throws ExpressionError {
    if (++depth > ExpressionLimits.DEPTH) {
      throw tooDeep(cursor.next().offset());
    }
  }

  private static ExpressionError tooDeep(int offset) {
    return new ExpressionError(
        ExpressionError.Kind.PARSING,
        "Exceeded max expression depth " + ExpressionLimits.DEPTH,
        offset);
  }
}
