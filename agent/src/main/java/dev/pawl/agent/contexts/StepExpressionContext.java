package dev.pawl.agent.contexts;

import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What the expressions of one step see.
final class StepExpressionContext implements ExpressionEnvironment {

  private final EvaluationContext surroundings;
  private final Map<String, String> env;

  StepExpressionContext(EvaluationContext surroundings, Map<String, String> env) {
    this.surroundings = surroundings;
    this.env = env;
  }

  @Override
  public Value context(String name) {
    StepScope scope = surroundings.scope();
    return switch (name) {
      case "env" -> TextValues.dict(env);
      case "steps" -> scope.steps();
      case "inputs" -> scope.inputs();
      case "job" -> TextValues.dict(Map.of("status", status().word()));
      case "github" -> github(scope);
      // An action is given what it is to know by its inputs.
      case "secrets" -> scope.isAction() ? TextValues.EMPTY : surroundings.contexts().named(name);
      default -> surroundings.contexts().named(name);
    };
  }

  private Value github(StepScope scope) {
    Map<String, String> own =
        scope
            .actionPath()
            .map(path -> Map.of("action", surroundings.step(), "action_path", path))
            .orElse(Map.of("action", surroundings.step()));
    return TextValues.with(surroundings.contexts().named("github"), own);
  }

  private Outcome status() {
    if (surroundings.isCancelled().getAsBoolean()) {
      return Outcome.CANCELLED;
    }
    return surroundings.job().hasFailed() ? Outcome.FAILURE : Outcome.SUCCESS;
  }

  @Override
  public Value call(String function, List<Value> arguments) throws ExpressionError {
    boolean isCancelled = surroundings.isCancelled().getAsBoolean();
    return switch (function.toLowerCase(Locale.ROOT)) {
      case "always" -> Value.Bool.TRUE;
      case "cancelled" -> Value.of(isCancelled);
      case "success" -> Value.of(surroundings.isSuccess());
      case "failure" -> Value.of(surroundings.scope().hasFailed() && !isCancelled);
      case "hashfiles" -> new Value.Text(hash(arguments));
      default -> throw failed("there is no function " + function);
    };
  }

  private String hash(List<Value> arguments) throws ExpressionError {
    return HashFilesFunction.of(
        surroundings.contexts().workspace(), arguments.stream().map(Value::text).toList());
  }

  private static ExpressionError failed(String why) {
    return new ExpressionError(ExpressionError.Kind.EVALUATION, why, 0);
  }
}
