package dev.pawl.core.plan.matrix;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// One cell of a matrix: the combination that a job is for.
///
/// @param label the text in the parentheses of its id, unique among the cells
/// @param matrix the `matrix` context
/// @param index from 0
/// @param total the number of cells
public record MatrixCell(String label, Value.Dict matrix, int index, int total) {

  /// The `matrix` context.
  public static Value matrix(Optional<MatrixCell> cell) {
    return cell.<Value>map(MatrixCell::matrix).orElse(Value.Null.NULL);
  }

  /// The `strategy` context.
  public static Value.Dict strategy(Optional<MatrixCell> cell, Optional<MatrixPolicy> matrix) {
    int total = cell.map(MatrixCell::total).orElse(1);
    int parallel = matrix.map(MatrixPolicy::maxParallel).orElse(1);
    SequencedMap<String, Value> strategy = new LinkedHashMap<>();
    strategy.put("fail-fast", Value.of(matrix.map(MatrixPolicy::failFast).orElse(true)));
    strategy.put("job-index", new Value.Num(cell.map(MatrixCell::index).orElse(0)));
    strategy.put("job-total", new Value.Num(total));
    strategy.put(
        "max-parallel", new Value.Num(parallel == MatrixPolicy.MAX_CELLS ? total : parallel));
    return new Value.Dict(strategy);
  }
}
