package dev.pawl.core.plan.expression;

import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The contexts and status functions of an expression that is evaluated before an agent has the
/// job. A context is computed only when it is used, since some are expensive.
public final class ExpressionScope implements ExpressionEnvironment {

  /// A context, and those that were added before it.
  private record Context(String name, Supplier<Value> value, @Nullable Context before) {}

  private final @Nullable Context contexts;
  private final Predicate<String> status;

  private ExpressionScope(@Nullable Context contexts, Predicate<String> status) {
    this.contexts = contexts;
    this.status = status;
  }

  /// A scope with the contexts that are fixed by the plan.
  public static ExpressionScope of(PlanContexts contexts) {
    return new ExpressionScope(null, ExpressionScope::unknown)
        .with("github", contexts.github())
        .with("inputs", contexts.inputs())
        .with("vars", contexts.vars());
  }

  public ExpressionScope with(String name, Value value) {
    return with(name, () -> value);
  }

  /// Adds a context, or replaces the one of that name.
  public ExpressionScope with(String name, Supplier<Value> value) {
    return new ExpressionScope(new Context(name, value, contexts), status);
  }

  /// Adds the status functions `success()`, `failure()`, `always()` and `cancelled()`.
  public ExpressionScope withStatusFunctions(Predicate<String> status) {
    return new ExpressionScope(contexts, status);
  }

  /// The value of a status function.
  public boolean holds(String function) {
    return status.test(function);
  }

  @Override
  public Value context(String name) {
    for (Context one = contexts; one != null; one = one.before()) {
      if (one.name().equals(name)) {
        return one.value().get();
      }
    }
    return Value.Null.NULL;
  }

  @Override
  public Value call(String function, List<Value> arguments) throws ExpressionError {
    if (!arguments.isEmpty()) {
      throw new ExpressionError(
          ExpressionError.Kind.EVALUATION, function + "() takes no arguments", 0);
    }
    return Value.of(status.test(function));
  }

  private static boolean unknown(String function) {
    throw new IllegalArgumentException("%s() is not available here".formatted(function));
  }
}
