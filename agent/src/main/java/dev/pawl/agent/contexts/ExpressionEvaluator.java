package dev.pawl.agent.contexts;

import dev.pawl.agent.limits.JobMemoryLimits;
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

/// Evaluates the expressions of a step, an action or a job, in one context and with one `env`.
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

  private static final double MAX_MINUTES = Duration.ofDays(365).toMinutes();
  private static final double MILLIS_PER_MINUTE = 60_000;

  private final ExpressionEnvironment environment;
  private final Map<String, String> env;
  private final EvaluationContext context;

  /// @param env the contents of `env`
  public ExpressionEvaluator(EvaluationContext context, Map<String, String> env) {
    this.context = context;
    this.env = new LinkedHashMap<>(env);
    this.environment = new StepExpressionContext(context, this.env);
  }

  /// The contents of `env`.
  public Map<String, String> env() {
    return env;
  }

  /// The same with one more layer of variables. Their values see the variables of the layers
  /// before, and not one another.
  public ExpressionEvaluator withEnv(Map<String, String> layer) throws EvaluationError {
    Map<String, String> more = new LinkedHashMap<>(env);
    more.putAll(texts("env", layer));
    return new ExpressionEvaluator(context, more);
  }

  public Map<String, String> texts(String key, Map<String, String> sources) throws EvaluationError {
    Map<String, String> texts = new LinkedHashMap<>();
    long length = 0;
    for (var entry : sources.entrySet()) {
      String text = text(key + "." + entry.getKey(), entry.getValue());
      length += text.length();
      if (length > JobMemoryLimits.DEFAULT.textLength()) {
        throw new EvaluationError(
            key,
            "its values have more than %,d characters in total. Pass large data in files"
                .formatted(JobMemoryLimits.DEFAULT.textLength()),
            context.source());
      }
      texts.put(entry.getKey(), text);
    }
    return texts;
  }

  public String text(String key, String source) throws EvaluationError {
    return value(key, source).text();
  }

  /// Evaluates a name. One that cannot be evaluated, or is blank, is shown as it is written.
  ///
  /// @param layer the step's own variables, evaluated only if the name uses them
  public String title(String source, Map<String, String> layer) {
    try {
      ExpressionEvaluator own = usesEnv(Template.of(source)) ? withEnv(layer) : this;
      String title = own.text("name", source);
      return title.isBlank() ? source : title;
    } catch (ExpressionError | EvaluationError _) {
      return source;
    }
  }

  private static boolean usesEnv(Template text) throws ExpressionError {
    for (var embedded : text.expressions()) {
      if (usesEnv(embedded.parse(NAMES))) {
        return true;
      }
    }
    return false;
  }

  private static boolean usesEnv(Expression expression) {
    return expression.references().stream().anyMatch(it -> it.context().equals("env"));
  }

  private Value value(String key, String source) throws EvaluationError {
    try {
      return Template.of(source).evaluate(NAMES, environment);
    } catch (ExpressionError e) {
      throw new EvaluationError(key, e, context.source());
    }
  }

  /// Whether a condition is true. Without a status function it implies `success()`.
  ///
  /// @param layer the step's own variables, evaluated only if the condition uses them
  public boolean condition(String source, Map<String, String> layer) throws EvaluationError {
    if (source.isBlank()) {
      return context.isSuccess();
    }
    try {
      Expression condition = Expression.parse(source, NAMES);
      if (!condition.callsStatusFunction() && !context.isSuccess()) {
        return false;
      }
      ExpressionEvaluator own = usesEnv(condition) ? withEnv(layer) : this;
      return condition.evaluate(own.environment).isTruthy();
    } catch (ExpressionError e) {
      throw new EvaluationError("if", e, context.source());
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

  /// A timeout in minutes; empty if the text is blank.
  public Optional<Duration> minutes(String key, String source) throws EvaluationError {
    Value value = value(key, source);
    if (value.text().isBlank()) {
      return Optional.empty();
    }
    double minutes = value.number();
    if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
      throw bad(key, "'%s' is not a valid number of minutes", value);
    }
    return Optional.of(Duration.ofMillis(Math.round(minutes * MILLIS_PER_MINUTE)));
  }

  private EvaluationError bad(String key, String why, Value value) {
    return new EvaluationError(key, why.formatted(value.text()), context.source());
  }
}
