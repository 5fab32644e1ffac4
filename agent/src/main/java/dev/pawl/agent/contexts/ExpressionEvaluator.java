package dev.pawl.agent.contexts;

import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.template.Template;
import dev.pawl.expression.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Evaluates what stands in a step or around steps.
public final class ExpressionEvaluator {

  private static final AllowedNames NAMES =
      new AllowedNames(
          Set.of(
              "github",
              "env",
              "vars",
              "job",
              "steps",
              "runner",
              "secrets",
              "strategy",
              "matrix",
              "needs",
              "inputs"),
          Set.of("success", "failure", "always", "cancelled", "hashFiles"));

  private static final double MOST_MINUTES = Duration.ofDays(365).toMinutes();
  private static final double MILLIS_A_MINUTE = 60_000;

  private final ExpressionEnvironment environment;
  private final Map<String, String> env;
  private final EvaluationContext surroundings;

  /// @param env the variables that are set around it
  public ExpressionEvaluator(EvaluationContext surroundings, Map<String, String> env) {
    this.surroundings = surroundings;
    this.env = new LinkedHashMap<>(env);
    this.environment = new StepExpressionContext(surroundings, this.env);
  }

  /// What it sees of `env`.
  public Map<String, String> env() {
    return env;
  }

  /// The same with one more layer of variables, which see those that were there before, and not one
  /// another.
  public ExpressionEvaluator withEnv(Map<String, String> layer) throws EvaluationError {
    Map<String, String> more = new LinkedHashMap<>(env);
    more.putAll(texts("env", layer));
    return new ExpressionEvaluator(surroundings, more);
  }

  public Map<String, String> texts(String key, Map<String, String> sources) throws EvaluationError {
    Map<String, String> texts = new LinkedHashMap<>();
    for (var entry : sources.entrySet()) {
      texts.put(entry.getKey(), text(key + "." + entry.getKey(), entry.getValue()));
    }
    return texts;
  }

  public String text(String key, String source) throws EvaluationError {
    return value(key, source).text();
  }

  /// A text for people, which is shown as it stands where it cannot be evaluated, or comes to
  /// nothing.
  ///
  /// @param layer the step's own variables, evaluated only if the text looks at them
  public String title(String source, Map<String, String> layer) {
    try {
      ExpressionEvaluator own = looksAtEnv(Template.of(source)) ? withEnv(layer) : this;
      String title = own.text("name", source);
      return title.isBlank() ? source : title;
    } catch (ExpressionError | EvaluationError _) {
      return source;
    }
  }

  private static boolean looksAtEnv(Template text) throws ExpressionError {
    for (var embedded : text.expressions()) {
      if (looksAtEnv(embedded.parse(NAMES))) {
        return true;
      }
    }
    return false;
  }

  private static boolean looksAtEnv(Expression expression) {
    return expression.references().stream().anyMatch(it -> it.context().equals("env"));
  }

  private Value value(String key, String source) throws EvaluationError {
    try {
      return Template.of(source).evaluate(NAMES, environment);
    } catch (ExpressionError e) {
      throw new EvaluationError(key, e, surroundings.source());
    }
  }

  /// Whether a step runs: one that does not ask how things went runs only if they went well.
  ///
  /// @param layer the step's own variables, evaluated only if the condition looks at them
  public boolean condition(String source, Map<String, String> layer) throws EvaluationError {
    if (source.isBlank()) {
      return surroundings.isSuccess();
    }
    try {
      Expression condition = Expression.parse(source, NAMES);
      if (!condition.callsStatusFunction() && !surroundings.isSuccess()) {
        return false;
      }
      ExpressionEvaluator own = looksAtEnv(condition) ? withEnv(layer) : this;
      return condition.evaluate(own.environment).isTruthy();
    } catch (ExpressionError e) {
      throw new EvaluationError("if", e, surroundings.source());
    }
  }

  public boolean flag(String key, String source) throws EvaluationError {
    return switch (value(key, source)) {
      case Value.Bool(boolean value) -> value;
      case Value.Text(String text) when text.equals("true") -> true;
      case Value.Text(String text) when text.isEmpty() || text.equals("false") -> false;
      case Value.Null _ -> false;
      case Value other -> throw bad(key, "'%s' is neither true nor false", other);
    };
  }

  /// A time in minutes; none if nothing is said.
  public Optional<Duration> minutes(String key, String source) throws EvaluationError {
    Value value = value(key, source);
    if (value.text().isBlank()) {
      return Optional.empty();
    }
    double minutes = value.number();
    if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
      throw bad(key, "'%s' is no number of minutes", value);
    }
    return Optional.of(Duration.ofMillis(Math.round(minutes * MILLIS_A_MINUTE)));
  }

  private EvaluationError bad(String key, String why, Value value) {
    return new EvaluationError(key, why.formatted(value.text()), surroundings.source());
  }
}
