package dev.pawl.core.plan;

import dev.pawl.core.plan.Combinations.Combination;
import dev.pawl.expression.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A matrix, and how its cells go together: texts.
///
/// @param matrix lists by name, `include` and `exclude`; the texts in it may be expressions, also
///   one for all of it
/// @param failFast empty where the file says nothing, and true is meant
/// @param maxParallel empty where the file says nothing, and there is no bound
public record Strategy(Value matrix, String failFast, String maxParallel) {

  private static final int LONGEST_LABEL = 100;

  /// Its cells, in order; none if the matrix is empty.
  public List<Cell> cells(Rendering rendering, Allowance allowance) throws RenderingFailure {
    var matrix = rendering.matrix(matrix());
    if (matrix.isEmpty()) {
      return List.of();
    }
    List<Combination> combinations = Combinations.of(matrix.get(), allowance);
    if (combinations.size() > Matrix.MOST_CELLS) {
      throw new RenderingFailure(
          "%d cells, at most %d".formatted(combinations.size(), Matrix.MOST_CELLS));
    }
    List<Cell> cells = new ArrayList<>();
    Set<String> labels = new LinkedHashSet<>();
    for (Combination combination : combinations) {
      String label = unique(label(combination.own()), cells.size() + 1, labels);
      cells.add(new Cell(label, combination.matrix(), cells.size(), combinations.size()));
    }
    return cells;
  }

  /// Two of the same name are told apart by their number, or one after that.
  private static String unique(String label, int number, Set<String> taken) {
    String told = label;
    for (int at = number; told.isEmpty() || !taken.add(told); at++) {
      told = (label + " #" + at).strip();
    }
    return told;
  }

  public Matrix shared(String id, Rendering rendering) throws RenderingFailure {
    return new Matrix(
        id,
        failFast.isEmpty() || rendering.flag("fail-fast", failFast),
        maxParallel.isEmpty() ? Matrix.MOST_CELLS : rendering.count("max-parallel", maxParallel));
  }

  /// All of its texts, for whoever wants to know what they look at.
  public Stream<String> texts() {
    return Stream.concat(words(matrix), Stream.of(failFast, maxParallel));
  }

  private static String label(Value own) {
    String label = words(own).filter(word -> !word.isEmpty()).collect(Collectors.joining(", "));
    return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 3) + "...";
  }

  private static Stream<String> words(Value value) {
    return switch (value) {
      case Value.Dict(var fields) -> fields.values().stream().flatMap(Strategy::words);
      case Value.Array(var elements) -> elements.stream().flatMap(Strategy::words);
      case Value.Null _ -> Stream.empty();
      case Value.Bool _, Value.Num _, Value.Text _ -> Stream.of(value.text());
    };
  }
}
