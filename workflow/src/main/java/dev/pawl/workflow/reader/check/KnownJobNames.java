package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.model.StrategyDefinition;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.reader.value.YamlTrees;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.Optional;
import java.util.Set;

/// The names that expressions of one job may use.
///
/// @param needs the jobs that it needs
/// @param matrix the names in its matrix; absent where they are computed
/// @param steps the ids of its steps
record KnownJobNames(Set<String> needs, Optional<Set<String>> matrix, Set<String> steps) {

  static KnownJobNames of(YamlMapping job) {
    Set<String> needs = YamlTrees.emptyNames();
    job.entry("needs")
        .ifPresent(entry ->
            SectionReader.words(entry.value())
                .forEach(need -> needs.add(ScalarValues.string(need))));
    return new KnownJobNames(needs, matrix(job), steps(job));
  }

  /// The names in a composite action. Its matrix is unknown, because any job may use it.
  static KnownJobNames ofAction(YamlMapping runs) {
    return new KnownJobNames(YamlTrees.emptyNames(), Optional.empty(), steps(runs));
  }

  private static Set<String> steps(YamlMapping owner) {
    Set<String> ids = YamlTrees.emptyNames();
    for (YamlNode step : YamlTrees.items(owner, "steps")) {
      YamlTrees.string(step, "id").ifPresent(ids::add);
    }
    return ids;
  }

  private static Optional<Set<String>> matrix(YamlMapping job) {
    if (job.entry("strategy").isEmpty()) {
      return Optional.of(YamlTrees.emptyNames());
    }
    return YamlTrees.mapping(job, "strategy")
        .flatMap(strategy -> YamlTrees.mapping(strategy, "matrix"))
        .flatMap(KnownJobNames::axes);
  }

  private static Optional<Set<String>> axes(YamlMapping matrix) {
    Set<String> axes = YamlTrees.emptyNames();
    for (YamlEntry entry : matrix.entries()) {
      switch (entry.name()) {
        case StrategyDefinition.EXCLUDE -> {}
        case StrategyDefinition.INCLUDE -> {
          if (!(entry.value() instanceof YamlSequence rows)
              || !rows.items().stream().allMatch(YamlMapping.class::isInstance)) {
            return Optional.empty();
          }
          rows.items().forEach(row -> YamlTrees.addNames(axes, (YamlMapping) row));
        }
        default -> axes.add(entry.name());
      }
    }
    return Optional.of(axes);
  }
}
