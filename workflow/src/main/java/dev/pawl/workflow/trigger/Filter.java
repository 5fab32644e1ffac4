package dev.pawl.workflow.trigger;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The patterns of one key, as in `branches`. The last one that is about a name decides, so order
/// matters: `!` takes out what came before, and a later pattern may let it in again.
///
/// @param key for people
public record Filter(String key, List<FilterPattern> patterns) {

  private static final int MOST_SHOWN = 8;

  public Filter {
    patterns = List.copyOf(patterns);
  }

  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  /// The pattern that lets `name` in.
  public Optional<FilterPattern> letting(String name) {
    return deciding(name).filter(pattern -> !pattern.isNegative());
  }

  /// The last pattern that is about `name`.
  Optional<FilterPattern> deciding(String name) {
    for (FilterPattern pattern : patterns.reversed()) {
      if (pattern.matches(name)) {
        return Optional.of(pattern);
      }
    }
    return Optional.empty();
  }

  /// For people: `branches: main`, of many.
  String with(FilterPattern pattern) {
    return key + ": " + pattern;
  }

  /// For people: `branches: main, release/**`.
  @Override
  public String toString() {
    String some =
        patterns.stream()
            .limit(MOST_SHOWN)
            .map(FilterPattern::toString)
            .collect(Collectors.joining(", "));
    int more = patterns.size() - MOST_SHOWN;
    return key + ": " + some + (more > 0 ? " and %d more".formatted(more) : "");
  }
}
