package dev.pawl.core.plan.matrix;

import dev.pawl.core.plan.expression.TextEvaluationException;

/// A budget for matrices that are expanded together, so that many large ones cannot exhaust the
/// planner. Owned by the caller that expands them.
public final class MatrixBudget {

  private static final int MAX_COMBINATIONS = 100_000;
  private static final long MAX_COMPARISONS = 5_000_000;

  private final int maxCells;
  private int combinations = MAX_COMBINATIONS;
  private long comparisons = MAX_COMPARISONS;

  /// @param maxCells the most cells of one matrix
  public MatrixBudget(int maxCells) {
    this.maxCells = maxCells;
  }

  int maxCells() {
    return maxCells;
  }

  /// Consumes combinations, counted before any is excluded.
  void combine(int count) throws TextEvaluationException {
    if (count > combinations) {
      throw new TextEvaluationException(
          "more than %,d combinations in all matrices together".formatted(MAX_COMBINATIONS));
    }
    combinations -= count;
  }

  /// Consumes comparisons of a combination with an entry of `include` or `exclude`.
  void compare(long count) throws TextEvaluationException {
    if (count > comparisons) {
      throw new TextEvaluationException(
          "too many comparisons for include and exclude in all matrices together");
    }
    comparisons -= count;
  }
}
