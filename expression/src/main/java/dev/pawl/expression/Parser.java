package dev.pawl.expression;

import dev.pawl.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes a tree of an expression's words, by recursive descent. How deep it goes is bounded twice:
/// as it is written, with every pair of parentheses, and as a tree, in which a row of comparisons
/// is deep, since each of them holds the one before it.
final class Parser {

  private final Cursor cursor;
  private final Names names;
  private int depth;

  private Parser(Cursor cursor, Names names) {
    this.cursor = cursor;
    this.names = names;
  }

  /// The tree; an expression without a word is `null`.
  static Node parse(String source, Names names) throws ExpressionError {
    if (source.length() > Limits.LENGTH) {
      throw new ExpressionError(
          ExpressionError.Kind.LEXING,
          "Exceeded max expression length " + Limits.LENGTH,
          Limits.LENGTH);
    }
    var cursor = new Cursor(source);
    if (cursor.isAtEnd()) {
      return new Node.Literal(Value.Null.NULL);
    }
    Node node = new Parser(cursor, names).expression();
    if (!cursor.isAtEnd()) {
      throw cursor.unexpected();
    }
    if (node.levels() > Limits.DEPTH) {
      throw tooDeep(0);
    }
    return node;
  }

  private Node expression() throws ExpressionError {
    deeper();
    Node node = or();
    depth--;
    return node;
  }

  private Node or() throws ExpressionError {
    Node first = and();
    if (!cursor.sees("||")) {
      return first;
    }
    deeper();
    List<Node> operands = new ArrayList<>(List.of(first));
    while (cursor.take("||")) {
      operands.add(and());
    }
    depth--;
    return new Node.Or(operands);
  }

  private Node and() throws ExpressionError {
    Node first = equality();
    if (!cursor.sees("&&")) {
      return first;
    }
    deeper();
    List<Node> operands = new ArrayList<>(List.of(first));
    while (cursor.take("&&")) {
      operands.add(equality());
    }
    depth--;
    return new Node.And(operands);
  }

  private Node equality() throws ExpressionError {
    Node node = order();
    for (var how = comparison(true); how.isPresent(); how = comparison(true)) {
      node = new Node.Compare(how.get(), node, order());
    }
    return node;
  }

  private Node order() throws ExpressionError {
    Node node = unary();
    for (var how = comparison(false); how.isPresent(); how = comparison(false)) {
      node = new Node.Compare(how.get(), node, unary());
    }
    return node;
  }

  /// The comparison that is the next word, if it is one of these; then it is behind us.
  private Optional<Comparison> comparison(boolean ofEquality) {
    Optional<Comparison> next = cursor.next().comparison();
    return next.filter(how -> how.isOfEquality() == ofEquality && cursor.take(how.symbol()));
  }

  private Node unary() throws ExpressionError {
    if (!cursor.take("!")) {
      return operand();
    }
    deeper();
    Node operand = unary();
    depth--;
    return new Node.Not(operand);
  }

  private Node operand() throws ExpressionError {
    if (cursor.next().kind() == Kind.LITERAL) {
      return new Node.Literal(cursor.take(Kind.LITERAL).value());
    }
    if (cursor.take("(")) {
      Node inner = expression();
      cursor.expect(")");
      return lookups(inner);
    }
    Token name = cursor.take(Kind.NAME);
    return lookups(cursor.sees("(") ? call(name) : context(name));
  }

  private Node lookups(Node target) throws ExpressionError {
    int before = depth;
    Node node = target;
    while (cursor.sees(".") || cursor.sees("[")) {
      node = cursor.take(".") ? property(node) : index(node);
      deeper();
    }
    depth = before;
    return node;
  }

  private Node property(Node target) throws ExpressionError {
    if (cursor.take("*")) {
      return new Node.Star(target);
    }
    Value name = new Value.Text(cursor.take(Kind.NAME).text());
    return new Node.Index(target, new Node.Literal(name));
  }

  private Node index(Node target) throws ExpressionError {
    cursor.expect("[");
    boolean isStar = cursor.take("*");
    Node node = isStar ? new Node.Star(target) : new Node.Index(target, expression());
    cursor.expect("]");
    return node;
  }

  private Node context(Token name) throws ExpressionError {
    String context =
        names
            .context(name.text())
            .orElseThrow(() -> cursor.error("Unrecognized named-value", name));
    return new Node.Context(context, name.offset());
  }

  /// A name is looked at after the arguments: of two that are wrong, the inner one is told.
  private Node call(Token name) throws ExpressionError {
    List<Node> arguments = arguments();
    String folded = Caseless.fold(name.text());
    if (folded.equals("CASE")) {
      check(name, Arity.CASE, arguments);
      return new Node.Case(arguments, name.offset());
    }
    Optional<Function> function = Function.named(folded);
    if (function.isPresent()) {
      check(name, function.get().arity(), arguments);
      return new Node.Apply(function.get(), arguments, name.offset());
    }
    String known =
        names.function(name.text()).orElseThrow(() -> cursor.error("Unrecognized function", name));
    check(name, Arity.of(folded), arguments);
    return new Node.Call(known, arguments, name.offset());
  }

  private List<Node> arguments() throws ExpressionError {
    cursor.expect("(");
    List<Node> arguments = new ArrayList<>();
    if (!cursor.take(")")) {
      do {
        arguments.add(expression());
      } while (cursor.take(","));
      cursor.expect(")");
    }
    return arguments;
  }

  private void check(Token name, Arity arity, List<Node> arguments) throws ExpressionError {
    Optional<String> problem = arity.problem(arguments.size());
    if (problem.isPresent()) {
      throw cursor.error(problem.get(), name);
    }
  }

  private void deeper() throws ExpressionError {
    if (++depth > Limits.DEPTH) {
      throw tooDeep(cursor.next().offset());
    }
  }

  private static ExpressionError tooDeep(int offset) {
    return new ExpressionError(
        ExpressionError.Kind.PARSING, "Exceeded max expression depth " + Limits.DEPTH, offset);
  }
}
