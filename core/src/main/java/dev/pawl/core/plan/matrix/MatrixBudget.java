package dev.pawl.core.plan.matrix;

import dev.pawl.core.plan.expression.TextEvaluationException;

/// How much the matrices that are expanded together may ask for, since each of them may ask for a
/// lot. Owned by whoever expands them.
public final class MatrixBudget {

  private static final int MOST_COMBINATIONS = 100_000;
  private static final long MOST_COMPARED = 5_000_000;

  private int combinations = MOST_COMBINATIONS;
  private long comparisons = MOST_COMPARED;

  /// Takes combinations, counted before any is excluded.
  void combine(int count) throws TextEvaluationException {
    if (count > combinations) {
      throw new TextEvaluationException(
          "more than %,d combinations in all matrices together".formatted(MOST_COMBINATIONS));
    }
    combinations -= count;
  }

  /// Takes comparisons of a combination with an entry of `include` or `exclude`.
  void compare(long count) throws TextEvaluationException {
    if (count > comparisons) {
      throw new TextEvaluationException("too much to include and exclude in all matrices together");
    }
    comparisons -= count;
  }
}
