package dev.pawl.cli.command;

import dev.pawl.agent.contexts.HashFilesFunction;
import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Dict;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/// The environment of `pawl eval`: the given contexts, all functions, and the status functions of a
/// job where everything has succeeded.
///
/// @param workspace the directory whose files `hashFiles` reads
record EvalEnvironment(Dict contexts, Path workspace) implements ExpressionEnvironment {

  private static final Set<String> FUNCTIONS =
      Set.of("success", "failure", "always", "cancelled", "hashFiles");

  Value evaluate(String source) throws ExpressionError {
    return Expression.parse(source, new AllowedNames(contexts.fields().keySet(), FUNCTIONS))
        .evaluate(this);
  }

  /// As a line of JSON.
  static String toJson(ExpressionError error) {
    SequencedMap<String, Value> answer = new LinkedHashMap<>();
    answer.put("error", new Value.Text(error.message()));
    answer.put("errorKind", new Value.Text(error.kind().label()));
    answer.put("offset", new Value.Num(error.offset()));
    return new Dict(answer).json();
  }

  /// As a line of JSON.
  static String toJson(Value value) {
    SequencedMap<String, Value> answer = new LinkedHashMap<>();
    answer.put("kind", new Value.Text(value.kind()));
    answer.put("value", isJsonNumber(value) ? value : new Value.Text(value.text()));
    return new Dict(answer).json();
  }

  /// Whether JSON can represent it: NaN and the infinities are printed as strings.
  private static boolean isJsonNumber(Value value) {
    return !(value instanceof Value.Num(double number)) || Double.isFinite(number);
  }

  @Override
  public Value context(String name) {
    return contexts.fields().getOrDefault(name, Value.Null.NULL);
  }

  @Override
  public Value call(String function, List<Value> arguments) throws ExpressionError {
    return switch (function) {
      case "success", "always" -> Value.Bool.TRUE;
      case "failure", "cancelled" -> Value.Bool.FALSE;
      default ->
          new Value.Text(
              HashFilesFunction.of(workspace, arguments.stream().map(Value::text).toList()));
    };
  }
}
