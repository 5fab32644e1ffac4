package dev.pawl.expression;

import dev.pawl.expression.value.CaseFold;
import dev.pawl.expression.value.Comparison;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Array;
import dev.pawl.expression.value.Value.Text;
import dev.pawl.expression.value.Whitespace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The built-in functions, which depend on their arguments only.
@SuppressWarnings("ImmutableEnumChecker") // numbers, and functions without state
enum BuiltInFunction {
  // spotless:off
  CONTAINS(  new Arity(2, 2),                      (a, _) -> Value.of(contains(a.get(0), a.get(1)))),
  STARTSWITH(new Arity(2, 2),                      (a, _) -> Value.of(startsWith(a.get(0), a.get(1)))),
  ENDSWITH(  new Arity(2, 2),                      (a, _) -> Value.of(endsWith(a.get(0), a.get(1)))),
  FORMAT(    new Arity(1, ExpressionLimits.ARGUMENTS),       FormatFunction::format),
  JOIN(      new Arity(1, 2),                      BuiltInFunction::join),
  TOJSON(    new Arity(1, 1),                      (a, memory) -> PrettyJson.write(a.getFirst(), memory)),
  FROMJSON(  new Arity(1, 1),                      (a, _) -> fromJson(a.getFirst().text()));
  // spotless:on

  /// The implementation of a function.
  private interface Body {
    Value call(List<Value> arguments, MemoryBudget memory) throws ExpressionError;
  }

  private static final Map<String, BuiltInFunction> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(BuiltInFunction::name, each -> each));

  private final Arity arity;
  private final Body body;

  BuiltInFunction(Arity arity, Body body) {
    this.arity = arity;
    this.body = body;
  }

  static Optional<BuiltInFunction> named(String folded) {
    return Optional.ofNullable(BY_NAME.get(folded));
  }

  /// Whether its result can contain its arguments, as opposed to a test of them.
  boolean keepsArguments() {
    return switch (this) {
      case FORMAT, JOIN, TOJSON, FROMJSON -> true;
      case CONTAINS, STARTSWITH, ENDSWITH -> false;
    };
  }

  Arity arity() {
    return arity;
  }

  Value call(List<Value> arguments, MemoryBudget memory) throws ExpressionError {
    return body.call(arguments, memory);
  }

  private static boolean contains(Value where, Value what) {
    if (where instanceof Array(List<Value> elements)) {
      return elements.stream().anyMatch(element -> Comparison.areEqual(what, element));
    }
    return where.isPrimitive() && what.isPrimitive() && folded(where).contains(folded(what));
  }

  private static boolean startsWith(Value text, Value start) {
    return text.isPrimitive() && start.isPrimitive() && folded(text).startsWith(folded(start));
  }

  private static boolean endsWith(Value text, Value end) {
    return text.isPrimitive() && end.isPrimitive() && folded(text).endsWith(folded(end));
  }

  private static String folded(Value value) {
    return CaseFold.fold(value.text());
  }

  private static Value join(List<Value> arguments, MemoryBudget memory) throws ExpressionError {
    Value items = arguments.getFirst();
    if (!(items instanceof Array(List<Value> elements))) {
      return new Text(items.isPrimitive() ? items.text() : "");
    }
    boolean isGiven = arguments.size() > 1 && arguments.getLast().isPrimitive();
    String separator = isGiven ? arguments.getLast().text() : ",";
    var joined = new BoundedTextBuilder(memory);
    String before = "";
    for (Value element : elements) {
      joined.append(before).append(element.text());
      before = separator;
    }
    return joined.text();
  }

  private static Value fromJson(String json) throws ExpressionError {
    try {
      return Value.parseJson(json);
    } catch (IllegalArgumentException e) {
      String what =
          Whitespace.trim(json).isEmpty() ? "empty input" : String.valueOf(e.getMessage());
      throw new ExpressionError(
          ExpressionError.Kind.EVALUATION,
          "Error parsing JSON when evaluating fromJson: " + what,
          0);
    }
  }
}
