package dev.pawl.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.expression.ExpressionError.Kind;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Dict;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// An environment of contexts, with assertions about expressions in it.
public record MapEnvironment(Dict contexts) implements ExpressionEnvironment {

  private static final Set<String> FUNCTIONS = Set.of("success", "always", "hashFiles");

  /// An environment with the contexts of a JSON object.
  ///
  /// @param json an object with a field for each context
  public static MapEnvironment contexts(String json) {
    return new MapEnvironment((Dict) Value.parseJson(json));
  }

  static MapEnvironment nothing() {
    return contexts("{}");
  }

  public AllowedNames names() {
    return new AllowedNames(contexts.fields().keySet(), FUNCTIONS);
  }

  Expression parse(String source) throws ExpressionError {
    return Expression.parse(source, names());
  }

  Value evaluate(String source) {
    try {
      return parse(source).evaluate(this);
    } catch (ExpressionError e) {
      throw new AssertionError(source, e);
    }
  }

  /// Asserts the type of the result, and its value as JSON.
  MapEnvironment gives(String source, String kind, String json) {
    Value value = evaluate(source);
    assertThat(value.kind() + " " + value.json()).as(source).isEqualTo(kind + " " + json);
    return this;
  }

  MapEnvironment holds(String source) {
    return gives(source, "Boolean", "true");
  }

  MapEnvironment fails(String source) {
    return gives(source, "Boolean", "false");
  }

  /// Asserts the error and its position.
  MapEnvironment refuses(String source, Kind kind, String message, int offset) {
    assertThatThrownBy(() -> parse(source).evaluate(this))
        .as(source)
        .isInstanceOfSatisfying(
            ExpressionError.class,
            error -> {
              assertThat(error.message()).isEqualTo(message);
              assertThat(error.kind()).isEqualTo(kind);
              assertThat(error.offset()).isEqualTo(offset);
            });
    return this;
  }

  /// Asserts an error of lexer or parser, whose message ends with the position.
  MapEnvironment refusesAt(String source, Kind kind, String problem, int offset) {
    String place = ". Located at position %d within expression: %s".formatted(offset + 1, source);
    return refuses(source, kind, problem + place, offset);
  }

  static String unexpected(String word) {
    return "Unexpected symbol: '" + word + "'";
  }

  @Override
  public Value context(String name) {
    return Objects.requireNonNull(contexts.fields().get(name), name);
  }

  @Override
  public Value call(String function, List<Value> arguments) throws ExpressionError {
    if (function.equals("hashFiles")) {
      throw new ExpressionError(Kind.EVALUATION, "no file can be read here", 0);
    }
    return Value.Bool.TRUE;
  }
}
