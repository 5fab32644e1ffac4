package dev.pawl.core.plan.matrix;

import dev.pawl.core.plan.expression.JsonSize;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.core.plan.matrix.MatrixCombinations.Combination;
import dev.pawl.expression.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The unevaluated strategy of a job: its matrix, and the settings of its cells.
///
/// @param matrix lists by name, `include` and `exclude`; its texts, or all of it, may be
///   expressions
/// @param failFast empty if the file does not set it, which means true
/// @param maxParallel empty if the file does not set it, which means no limit
public record MatrixStrategy(Value matrix, String failFast, String maxParallel) {

  private static final int MAX_LABEL_LENGTH = 100;

  /// Its cells, in order; none if the matrix is empty.
  public List<MatrixCell> cells(TextEvaluator evaluator, MatrixBudget budget)
      throws TextEvaluationException {
    var matrix = evaluator.matrix(matrix());
    if (matrix.isEmpty()) {
      return List.of();
    }
    List<Combination> combinations = MatrixCombinations.of(matrix.get(), budget);
    if (combinations.size() > budget.maxCells()) {
      throw new TextEvaluationException(
          "the matrix has %d cells, at most %d are allowed"
              .formatted(combinations.size(), budget.maxCells()));
    }
    List<MatrixCell> cells = new ArrayList<>();
    Set<String> labels = new LinkedHashSet<>();
    for (Combination combination : combinations) {
      if (JsonSize.nested(combination.matrix()) > MatrixPolicy.MAX_CELL_BYTES) {
        throw new TextEvaluationException(
            "a cell of the matrix takes more than %d MiB in the message to its agent. Pass large data in files"
                .formatted(MatrixPolicy.MAX_CELL_BYTES / (1024 * 1024)));
      }
      String label = unique(label(combination.own()), cells.size() + 1, labels);
      cells.add(new MatrixCell(label, combination.matrix(), cells.size(), combinations.size()));
    }
    return cells;
  }

  /// Numbers a label that is already taken.
  private static String unique(String label, int number, Set<String> taken) {
    String unique = label;
    for (int at = number; unique.isEmpty() || !taken.add(unique); at++) {
      unique = (label + " #" + at).strip();
    }
    return unique;
  }

  public MatrixPolicy policy(String id, TextEvaluator evaluator) throws TextEvaluationException {
    return new MatrixPolicy(
        id,
        failFast.isEmpty() || evaluator.flag("fail-fast", failFast),
        maxParallel.isEmpty()
            ? MatrixPolicy.MAX_CELLS
            : evaluator.count("max-parallel", maxParallel));
  }

  /// All texts, to find the contexts that they refer to.
  public Stream<String> texts() {
    return Stream.concat(words(matrix), Stream.of(failFast, maxParallel));
  }

  private static String label(Value own) {
    String label = words(own).filter(word -> !word.isEmpty()).collect(Collectors.joining(", "));
    return label.length() <= MAX_LABEL_LENGTH
        ? label
        : label.substring(0, MAX_LABEL_LENGTH - 3) + "...";
  }

  private static Stream<String> words(Value value) {
    return switch (value) {
      case Value.Dict(var fields) -> fields.values().stream().flatMap(MatrixStrategy::words);
      case Value.Array(var elements) -> elements.stream().flatMap(MatrixStrategy::words);
      case Value.Null _ -> Stream.empty();
      case Value.Bool _, Value.Num _, Value.Text _ -> Stream.of(value.text());
    };
  }
}
