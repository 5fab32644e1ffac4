package dev.pawl.benchmarks;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What was measured of a subject: a figure a column, or why there is none at all.
record ReportLine(
    SubjectFactory contender,
    String settings,
    List<OptionalDouble> figures,
    Optional<String> failure) {

  static ReportLine of(SubjectFactory contender, String settings, List<OptionalDouble> figures) {
    return new ReportLine(contender, settings, figures, Optional.empty());
  }

  static ReportLine failed(SubjectFactory contender, String why) {
    return new ReportLine(contender, "", List.of(), Optional.of(why));
  }

  OptionalDouble figure(int column) {
    return column < figures.size() ? figures.get(column) : OptionalDouble.empty();
  }
}
