package dev.pawl.workflow.reader;

import dev.pawl.workflow.model.Strategy;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.Optional;
import java.util.Set;

/// What the expressions of one job may name.
///
/// @param needs the jobs that it needs
/// @param matrix the names in its matrix; absent where they are computed
/// @param steps the ids of its steps
record JobFacts(Set<String> needs, Optional<Set<String>> matrix, Set<String> steps) {

  static JobFacts of(YamlMapping job) {
    Set<String> needs = Trees.noNames();
    job.entry("needs")
        .ifPresent(
            entry -> Fields.words(entry.value()).forEach(need -> needs.add(Scalars.string(need))));
    return new JobFacts(needs, matrix(job), steps(job));
  }

  /// Of a composite action, which is used by jobs with whatever matrix.
  static JobFacts ofAction(YamlMapping runs) {
    return new JobFacts(Trees.noNames(), Optional.empty(), steps(runs));
  }

  private static Set<String> steps(YamlMapping owner) {
    Set<String> ids = Trees.noNames();
    for (YamlNode step : Trees.items(owner, "steps")) {
      Trees.string(step, "id").ifPresent(ids::add);
    }
    return ids;
  }

  private static Optional<Set<String>> matrix(YamlMapping job) {
    if (job.entry("strategy").isEmpty()) {
      return Optional.of(Trees.noNames());
    }
    return Trees.mapping(job, "strategy")
        .flatMap(strategy -> Trees.mapping(strategy, "matrix"))
        .flatMap(JobFacts::axes);
  }

  private static Optional<Set<String>> axes(YamlMapping matrix) {
    Set<String> axes = Trees.noNames();
    for (YamlEntry entry : matrix.entries()) {
      switch (entry.name()) {
        case Strategy.EXCLUDE -> {}
        case Strategy.INCLUDE -> {
          if (!(entry.value() instanceof YamlSequence rows)
              || !rows.items().stream().allMatch(YamlMapping.class::isInstance)) {
            return Optional.empty();
          }
          rows.items().forEach(row -> Trees.addNames(axes, (YamlMapping) row));
        }
        default -> axes.add(entry.name());
      }
    }
    return Optional.of(axes);
  }
}
