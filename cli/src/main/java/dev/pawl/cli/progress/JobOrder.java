package dev.pawl.cli.progress;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// The order in which jobs are shown: that of the workflow, with the cells of a matrix together.
/// The cells of a matrix that is made after `needs` are appended to the jobs of a run, and are
/// shown in their job's place.
public final class JobOrder {

  /// The entries in the order of their jobs; entries of the same job stay in their order.
  ///
  /// @param id the job's id, with the label of its cell
  /// @param index the job's index in the run
  public static <T> List<T> sorted(
      List<T> entries, Function<T, String> id, ToIntFunction<T> index) {
    Map<String, Integer> places = new HashMap<>();
    for (T entry : entries) {
      places.merge(withoutCell(id.apply(entry)), index.applyAsInt(entry), Math::min);
    }
    return entries.stream()
        .sorted(
            Comparator.comparing((T entry) -> places.get(withoutCell(id.apply(entry))))
                .thenComparingInt(index))
        .toList();
  }

  /// The id up to the label of its first cell: keys of jobs have no spaces.
  private static String withoutCell(String id) {
    int label = id.indexOf(" (");
    return label < 0 ? id : id.substring(0, label);
  }

  private JobOrder() {}
}
