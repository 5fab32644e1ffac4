package dev.pawl.expression;

import dev.pawl.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes a tree of an expression's words, by recursive descent; how deep is bounded.
final class Parser {

  private final String source;
  private final Names names;
  private final List<Token> tokens;
  private int at;
  private int depth;

  private Parser(String source, Names names, List<Token> tokens) {
    this.source = source;
    this.names = names;
    this.tokens = tokens;
  }

  /// The tree; an expression without a word is `null`.
  static Node parse(String source, Names names) throws ExpressionError {
    if (source.length() > Limits.LENGTH) {
      throw new ExpressionError(
          ExpressionError.Kind.PARSING,
          "Exceeded max expression length " + Limits.LENGTH,
          Limits.LENGTH);
    }
    var parser = new Parser(source, names, Lexer.tokens(source));
    if (parser.next().kind() == Kind.END) {
      return new Node.Literal(Value.NULL);
    }
    Node node = parser.expression();
    if (parser.next().kind() != Kind.END) {
      throw parser.unexpected();
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
    if (!next().is("||")) {
      return first;
    }
    deeper();
    List<Node> operands = new ArrayList<>(List.of(first));
    while (take("||")) {
      operands.add(and());
    }
    depth--;
    return new Node.Or(operands);
  }

  private Node and() throws ExpressionError {
    Node first = equality();
    if (!next().is("&&")) {
      return first;
    }
    deeper();
    List<Node> operands = new ArrayList<>(List.of(first));
    while (take("&&")) {
      operands.add(equality());
    }
    depth--;
    return new Node.And(operands);
  }

  private Node equality() throws ExpressionError {
    int before = depth;
    Node node = order();
    while (true) {
      Optional<Comparison> how = takeOneOf(Comparison.EQUAL, Comparison.UNEQUAL);
      if (how.isEmpty()) {
        depth = before;
        return node;
      }
      deeper();
      node = new Node.Compare(how.get(), node, order());
    }
  }

  private Node order() throws ExpressionError {
    int before = depth;
    Node node = unary();
    while (true) {
      Optional<Comparison> how =
          takeOneOf(
              Comparison.LESS,
              Comparison.LESS_OR_EQUAL,
              Comparison.GREATER,
              Comparison.GREATER_OR_EQUAL);
      if (how.isEmpty()) {
        depth = before;
        return node;
      }
      deeper();
      node = new Node.Compare(how.get(), node, unary());
    }
  }

  private Node unary() throws ExpressionError {
    if (!take("!")) {
      return operand();
    }
    deeper();
    Node operand = unary();
    depth--;
    return new Node.Not(operand);
  }

  private Node operand() throws ExpressionError {
    Token first = next();
    if (first.kind() == Kind.LITERAL) {
      at++;
      return new Node.Literal(first.value());
    }
    if (take("(")) {
      Node inner = expression();
      expect(")");
      return lookups(inner);
    }
    if (first.kind() != Kind.NAME) {
      throw unexpected();
    }
    at++;
    return lookups(next().is("(") ? call(first) : context(first));
  }

  private Node lookups(Node target) throws ExpressionError {
    int before = depth;
    Node node = target;
    while (next().is("[") || next().is(".")) {
      node = take(".") ? property(node) : index(node);
      deeper();
    }
    depth = before;
    return node;
  }

  private Node property(Node target) throws ExpressionError {
    if (take("*")) {
      return new Node.Star(target);
    }
    if (next().kind() != Kind.NAME) {
      throw unexpected();
    }
    Value name = new Value.Text(next().text());
    at++;
    return new Node.Index(target, new Node.Literal(name));
  }

  private Node index(Node target) throws ExpressionError {
    expect("[");
    if (take("*")) {
      expect("]");
      return new Node.Star(target);
    }
    Node key = expression();
    expect("]");
    return new Node.Index(target, key);
  }

  private Node context(Token name) throws ExpressionError {
    String context =
        names.context(name.text()).orElseThrow(() -> error("Unrecognized named-value", name));
    return new Node.Context(context, name.offset());
  }

  private Node call(Token name) throws ExpressionError {
    Optional<Function> builtin = Function.named(name.text());
    if (builtin.isPresent()) {
      List<Node> arguments = arguments();
      check(name, builtin.get().arity(), arguments.size());
      return new Node.Builtin(builtin.get(), arguments, name.offset());
    }
    String function =
        names.function(name.text()).orElseThrow(() -> error("Unrecognized function", name));
    List<Node> arguments = arguments();
    check(name, Arity.of(function), arguments.size());
    return new Node.Call(function, arguments, name.offset());
  }

  private void check(Token name, Arity arity, int count) throws ExpressionError {
    Optional<String> problem = arity.problem(count);
    if (problem.isPresent()) {
      throw error(problem.get(), name);
    }
  }

  private List<Node> arguments() throws ExpressionError {
    expect("(");
    List<Node> arguments = new ArrayList<>();
    if (take(")")) {
      return arguments;
    }
    do {
      arguments.add(expression());
    } while (take(","));
    expect(")");
    return arguments;
  }

  private Token next() {
    return tokens.get(at);
  }

  private boolean take(String symbol) {
    boolean isNext = next().is(symbol);
    if (isNext) {
      at++;
    }
    return isNext;
  }

  private Optional<Comparison> takeOneOf(Comparison... comparisons) {
    for (Comparison comparison : comparisons) {
      if (take(comparison.symbol)) {
        return Optional.of(comparison);
      }
    }
    return Optional.empty();
  }

  private void expect(String symbol) throws ExpressionError {
    if (!take(symbol)) {
      throw unexpected();
    }
  }

  private void deeper() throws ExpressionError {
    if (++depth > Limits.DEPTH) {
      throw new ExpressionError(
          ExpressionError.Kind.PARSING,
          "Exceeded max expression depth " + Limits.DEPTH,
          next().offset());
    }
  }

  /// Of an expression that ends too early, its last word is shown: there is none where it ends.
  private ExpressionError unexpected() {
    return next().kind() == Kind.END
        ? error("Unexpected end of expression", tokens.get(at - 1))
        : error("Unexpected symbol", next());
  }

  private ExpressionError error(String what, Token token) {
    return Syntax.error(ExpressionError.Kind.PARSING, what, token.text(), token.offset(), source);
  }
}
