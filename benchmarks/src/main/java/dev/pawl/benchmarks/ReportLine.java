package dev.pawl.benchmarks;

import dev.pawl.benchmarks.measure.ThroughputRate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

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

  /// The columns of a rate: operations per second, then processor time and allocation of each.
  static List<OptionalDouble> figures(Optional<ThroughputRate> measured) {
    return Stream.<ToDoubleFunction<ThroughputRate>>of(
            ThroughputRate::perSecond,
            ThroughputRate::processorMicros,
            rate -> rate.allocatedBytes() / 1024)
        .map(figure ->
            measured.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(figure.applyAsDouble(measured.get())))
        .toList();
  }

  OptionalDouble figure(int column) {
    return column < figures.size() ? figures.get(column) : OptionalDouble.empty();
  }
}
