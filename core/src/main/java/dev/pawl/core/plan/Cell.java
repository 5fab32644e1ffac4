package dev.pawl.core.plan;

import dev.pawl.expression.Value;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Which combination of a matrix a job is for.
///
/// @param label what stands in the parentheses of its id, unique among the cells
/// @param matrix the `matrix` context
/// @param index from 0
/// @param total how many cells there are
public record Cell(String label, Value.Dict matrix, int index, int total) {

  /// The `matrix` context.
  public static Value matrix(Optional<Cell> cell) {
    return cell.<Value>map(Cell::matrix).orElse(Value.Null.NULL);
  }

  /// The `strategy` context.
  public static Value.Dict strategy(Optional<Cell> cell, Optional<Matrix> matrix) {
    int total = cell.map(Cell::total).orElse(1);
    int parallel = matrix.map(Matrix::maxParallel).orElse(1);
    SequencedMap<String, Value> strategy = new LinkedHashMap<>();
    strategy.put("fail-fast", Value.of(matrix.map(Matrix::failFast).orElse(true)));
    strategy.put("job-index", new Value.Num(cell.map(Cell::index).orElse(0)));
    strategy.put("job-total", new Value.Num(total));
    strategy.put("max-parallel", new Value.Num(parallel == Matrix.MOST_CELLS ? total : parallel));
    return new Value.Dict(strategy);
  }
}
