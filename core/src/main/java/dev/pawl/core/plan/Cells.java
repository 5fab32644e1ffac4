package dev.pawl.core.plan;

import dev.pawl.expression.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The cells of a matrix that is made of an output: one for each element of a JSON array.
public final class Cells {

  /// One job for each element of `value`.
  ///
  /// @throws IllegalArgumentException if the value is no JSON array, or too long
  public static List<PlannedJob> of(PlannedJob job, Expansion expansion, String value) {
    if (!(Value.parseJson(value) instanceof Value.Array(var elements))) {
      throw new IllegalArgumentException(
          "the output %s is no JSON array".formatted(expansion.output()));
    }
    if (elements.size() > Matrix.MOST_CELLS) {
      throw new IllegalArgumentException(
          "%d cells, at most %d".formatted(elements.size(), Matrix.MOST_CELLS));
    }
    List<PlannedJob> cells = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (Value element : elements) {
      String text = element instanceof Value.Text(String plain) ? plain : element.json();
      // Two equal elements are two cells, told apart by their number.
      String label = seen.contains(text) ? text + " #" + (cells.size() + 1) : text;
      seen.add(text);
      cells.add(cell(job, expansion, label, text));
    }
    return cells;
  }

  private static PlannedJob cell(PlannedJob job, Expansion expansion, String label, String value) {
    SequencedMap<String, String> env = new LinkedHashMap<>(job.env());
    env.put(expansion.variable(), value);
    JobPolicy policy = job.policy();
    return new PlannedJob(
        job.id() + " (" + label + ")",
        job.name() + " (" + label + ")",
        job.needs(),
        job.runsOn(),
        env,
        job.steps(),
        job.timeout(),
        job.grace(),
        "a cell of " + job.id(),
        new JobPolicy(
            policy.condition(),
            policy.continueOnError(),
            policy.retry(),
            policy.approval(),
            policy.delay(),
            policy.group(),
            policy.priority(),
            policy.hooks(),
            policy.hasEnvironment(),
            Optional.of(policy.matrix().orElse(Matrix.of(job.id()))),
            Optional.empty()));
  }

  private Cells() {}
}
