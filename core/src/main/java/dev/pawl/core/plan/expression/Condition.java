package dev.pawl.core.plan.expression;

import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.Reference;
import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/// The `if` of a job: whether it runs once its needs have ended. Equal by text, so that a plan can
/// be stored.
public final class Condition {

  private static final String SUCCEEDED = "success";
  private static final String FAILED = "failure";

  private static final int MAX_VALUES = 10;

  private static final AllowedNames NAMES =
      new AllowedNames(
          new LinkedHashSet<>(List.of("github", "needs", "vars", "inputs")),
          new LinkedHashSet<>(List.of(SUCCEEDED, FAILED, "always", "cancelled")));

  /// `success()`: every need succeeded, and nothing before them failed or was cancelled. The
  /// default of a job without `if`, parsed once.
  public static final Condition SUCCESS = of("success()");

  /// `always()`: the results do not matter.
  public static final Condition ALWAYS = of("always()");

  /// `failure()`: a need failed, or something before it did.
  public static final Condition FAILURE = of("failure()");

  private final Expression expression;
  private final Set<String> functions;

  private Condition(Expression expression) {
    this.expression = expression;
    this.functions = expression.functions();
  }

  /// Parses a condition.
  ///
  /// @param text an expression without its braces
  public static Condition parse(String text) throws ExpressionError {
    return new Condition(Expression.parse(text, NAMES));
  }

  /// Parses a condition that is known to be valid.
  ///
  /// @throws IllegalArgumentException if it is not
  public static Condition of(String text) {
    try {
      Condition condition = parse(text);
      return condition.equals(SUCCESS) ? SUCCESS : condition;
    } catch (ExpressionError e) {
      throw new IllegalArgumentException("if: " + text + ": " + e.message(), e);
    }
  }

  public String text() {
    return expression.source();
  }

  /// Whether it is true. Without a status function, it also requires `success()`.
  public boolean holds(ExpressionScope scope) throws ExpressionError {
    if (equals(SUCCESS)) {
      return scope.holds(SUCCEEDED);
    }
    return (expression.callsStatusFunction() || scope.holds(SUCCEEDED))
        && expression.evaluate(scope).isTruthy();
  }

  /// Whether it is false whatever the results of other jobs are, because it does not refer to them.
  public boolean isRuledOut(ExpressionScope scope) {
    try {
      return functions.isEmpty() && !refersToNeeds() && !expression.evaluate(scope).isTruthy();
    } catch (ExpressionError e) {
      return false;
    }
  }

  /// Its text, with the values that it was evaluated with.
  public String explain(ExpressionScope scope) {
    SequencedMap<String, String> values = new LinkedHashMap<>();
    for (String function : functions) {
      values.put(function + "()", Boolean.toString(scope.holds(function)));
    }
    for (Reference reference : references()) {
      Value value = scope.context(reference.context());
      for (String name : reference.path()) {
        value = ValueMatcher.field(value, name);
      }
      if (value.isPrimitive() && values.size() < MAX_VALUES) {
        values.put(
            String.join(".", reference.context(), String.join(".", reference.path())),
            TextEvaluator.display(value));
      }
    }
    String facts =
        values.entrySet().stream()
            .map(value -> value.getKey() + " is " + value.getValue())
            .collect(Collectors.joining(", "));
    boolean isSameText = values.size() == 1 && values.firstEntry().getKey().equals(text());
    return isSameText ? facts : facts.isEmpty() ? text() : text() + " — " + facts;
  }

  /// The contexts that it refers to.
  public List<Reference> references() {
    return expression.references();
  }

  /// The functions among `success` `failure` `always` `cancelled` that it calls.
  public Set<String> functions() {
    return functions;
  }

  /// Whether a failure before the job can make it false.
  public boolean wantsSuccess() {
    return !expression.callsStatusFunction() || functions.contains(SUCCEEDED);
  }

  /// Whether it may change when a job further up ends with another result.
  public boolean dependsOnAncestors() {
    return wantsSuccess() || functions.contains(FAILED);
  }

  /// Whether it may change when the needs end with other results.
  public boolean dependsOnResults() {
    return dependsOnAncestors() || refersToNeeds();
  }

  /// Whether other jobs must have ended to evaluate it, beyond their success.
  public boolean dependsOnOthers() {
    return !equals(SUCCESS) && (!functions.isEmpty() || refersToNeeds());
  }

  private boolean refersToNeeds() {
    return references().stream().anyMatch(one -> one.context().equals("needs"));
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof Condition same && expression.equals(same.expression));
  }

  @Override
  public int hashCode() {
    return expression.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
