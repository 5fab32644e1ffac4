package dev.pawl.agent.contexts;

import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The contexts and functions that the expressions of one step see.
final class StepExpressionContext implements ExpressionEnvironment {

  private final EvaluationContext context;
  private final Map<String, String> env;

  StepExpressionContext(EvaluationContext context, Map<String, String> env) {
    this.context = context;
    this.env = env;
  }

  @Override
  public Value context(String name) {
    StepScope scope = context.scope();
    return switch (name) {
      case "env" -> TextValues.dict(env);
      case "steps" -> scope.steps();
      case "inputs" -> scope.inputs();
      case "job" -> TextValues.dict(Map.of("status", status().word()));
      case "github" -> github(scope);
      // An action gets secrets only by its inputs.
      case "secrets" -> scope.isAction() ? TextValues.EMPTY : context.contexts().named(name);
      default -> context.contexts().named(name);
    };
  }

  private Value github(StepScope scope) {
    Map<String, String> own =
        scope
            .actionPath()
            .map(path -> Map.of("action", context.step(), "action_path", path))
            .orElse(Map.of("action", context.step()));
    return TextValues.with(context.contexts().named("github"), own);
  }

  private Outcome status() {
    if (context.isCancelled().getAsBoolean()) {
      return Outcome.CANCELLED;
    }
    return context.job().hasFailed() ? Outcome.FAILURE : Outcome.SUCCESS;
  }

  @Override
  public Value call(String function, List<Value> arguments) throws ExpressionError {
    boolean isCancelled = context.isCancelled().getAsBoolean();
    return switch (function.toLowerCase(Locale.ROOT)) {
      case "always" -> Value.Bool.TRUE;
      case "cancelled" -> Value.of(isCancelled);
      case "success" -> Value.of(context.isSuccess());
      case "failure" -> Value.of(context.scope().hasFailed() && !isCancelled);
      case "hashfiles" -> new Value.Text(hash(arguments));
      default -> throw failed("unknown function '%s'".formatted(function));
    };
  }

  private String hash(List<Value> arguments) throws ExpressionError {
    return HashFilesFunction.of(
        context.contexts().workspace(), arguments.stream().map(Value::text).toList());
  }

  private static ExpressionError failed(String why) {
    return new ExpressionError(ExpressionError.Kind.EVALUATION, why, 0);
  }
}
