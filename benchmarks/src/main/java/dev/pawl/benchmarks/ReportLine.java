package dev.pawl.benchmarks;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The figures of one subject, one for each column, or the reason why there are none.
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
