package dev.pawl.benchmarks;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What was measured of a subject: a figure a column, or why there is none at all.
record Line(
    Contender contender, String settings, List<OptionalDouble> figures, Optional<String> failure) {

  static Line of(Contender contender, String settings, List<OptionalDouble> figures) {
    return new Line(contender, settings, figures, Optional.empty());
  }

  static Line failed(Contender contender, String why) {
    return new Line(contender, "", List.of(), Optional.of(why));
  }

  OptionalDouble figure(int column) {
    return column < figures.size() ? figures.get(column) : OptionalDouble.empty();
  }
}
