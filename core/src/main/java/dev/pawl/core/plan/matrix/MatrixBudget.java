package dev.pawl.core.plan.matrix;

import dev.pawl.core.plan.expression.TextEvaluationException;

/// A budget for matrices that are expanded together, so that many large ones cannot exhaust the
/// planner. Owned by the caller that expands them.
public final class MatrixBudget {

  private static final int MOST_COMBINATIONS = 100_000;
  private static final long MOST_COMPARED = 5_000_000;

  private int combinations = MOST_COMBINATIONS;
  private long comparisons = MOST_COMPARED;

  /// Consumes combinations, counted before any is excluded.
  void combine(int count) throws TextEvaluationException {
    if (count > combinations) {
      throw new TextEvaluationException(
          "more than %,d combinations in all matrices together".formatted(MOST_COMBINATIONS));
    }
    combinations -= count;
  }

  /// Consumes comparisons of a combination with an entry of `include` or `exclude`.
  void compare(long count) throws TextEvaluationException {
    if (count > comparisons) {
      throw new TextEvaluationException("too much to include and exclude in all matrices together");
    }
    comparisons -= count;
  }
}
