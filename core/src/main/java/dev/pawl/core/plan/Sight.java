package dev.pawl.core.plan;

import dev.pawl.expression.Environment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What an expression sees before a job is with an agent. A context is made only when it is looked
/// at, since some of them cost what the job needs.
public final class Sight implements Environment {

  private final Map<String, Supplier<Value>> contexts;
  private final Predicate<String> status;

  private Sight(Map<String, Supplier<Value>> contexts, Predicate<String> status) {
    this.contexts = contexts;
    this.status = status;
  }

  /// Nothing but what the run was planned for.
  public static Sight of(Contexts contexts) {
    return new Sight(new LinkedHashMap<>(), Sight::unknown)
        .with("github", contexts.github())
        .with("inputs", contexts.inputs())
        .with("vars", contexts.vars());
  }

  public Sight with(String name, Value value) {
    return with(name, () -> value);
  }

  public Sight with(String name, Supplier<Value> value) {
    Map<String, Supplier<Value>> more = new LinkedHashMap<>(contexts);
    more.put(name, value);
    return new Sight(more, status);
  }

  /// With an answer to `success()` and its like, by their names.
  public Sight answering(Predicate<String> status) {
    return new Sight(contexts, status);
  }

  /// What `success()` and its like say.
  public boolean holds(String function) {
    return status.test(function);
  }

  @Override
  public Value context(String name) {
    Supplier<Value> value = contexts.get(name);
    return value == null ? Value.Null.NULL : value.get();
  }

  @Override
  public Value call(String function, List<Value> arguments) throws ExpressionError {
    if (!arguments.isEmpty()) {
      throw new ExpressionError(
          ExpressionError.Kind.EVALUATION, function + "() takes nothing here", 0);
    }
    return Value.of(status.test(function));
  }

  private static boolean unknown(String function) {
    throw new IllegalArgumentException("nobody knows %s() here".formatted(function));
  }
}
