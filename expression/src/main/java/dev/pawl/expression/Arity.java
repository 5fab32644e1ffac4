package dev.pawl.expression;

import java.util.Map;
import java.util.Optional;

/// The number of arguments that a function accepts.
record Arity(int fewest, int most, boolean isOdd) {

  /// Pairs of a condition and a value, and a default.
  static final Arity CASE = new Arity(3, ExpressionLimits.ARGUMENTS, true);

  private static final Arity ANY = new Arity(0, ExpressionLimits.ARGUMENTS);
  private static final Arity NONE = new Arity(0, 0);

  /// The arity of functions that the environment provides, by folded name.
  private static final Map<String, Arity> BY_NAME =
      Map.of(
          "SUCCESS", NONE,
          "FAILURE", NONE,
          "ALWAYS", NONE,
          "CANCELLED", NONE,
          "HASHFILES", new Arity(1, ExpressionLimits.ARGUMENTS));

  Arity(int fewest, int most) {
    this(fewest, most, false);
  }

  static Arity of(String folded) {
    return BY_NAME.getOrDefault(folded, ANY);
  }

  /// The error message for `count` arguments, if that number is wrong.
  Optional<String> problem(int count) {
    if (count < fewest) {
      return Optional.of("Too few parameters supplied");
    }
    if (count > most) {
      return Optional.of("Too many parameters supplied");
    }
    return isOdd && count % 2 == 0
        ? Optional.of("Even number of parameters supplied, requires an odd number of parameters")
        : Optional.empty();
  }
}
