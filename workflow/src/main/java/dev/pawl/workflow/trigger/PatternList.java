package dev.pawl.workflow.trigger;

import dev.pawl.workflow.model.trigger.EventFilter;
import dev.pawl.workflow.model.trigger.EventTrigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The patterns of one filter, such as `branches`. The last pattern that matches a name decides:
/// `!` excludes, and a later pattern may include again.
record PatternList(EventFilter filter, List<FilterPattern> patterns) {

  private static final int MAX_SHOWN = 8;

  PatternList {
    patterns = List.copyOf(patterns);
  }

  /// The patterns of a trigger's filter; empty where it does not have the filter.
  static PatternList of(EventTrigger trigger, EventFilter filter) {
    List<FilterPattern> patterns = new ArrayList<>();
    for (String source : trigger.values(filter)) {
      try {
        patterns.add(FilterPattern.parse(source));
      } catch (PatternError e) {
        throw new IllegalStateException("a file was read with a pattern that is none", e);
      }
    }
    return new PatternList(filter, patterns);
  }

  boolean isEmpty() {
    return patterns.isEmpty();
  }

  /// The pattern that includes `name`.
  Optional<FilterPattern> including(String name) {
    return deciding(name).filter(pattern -> !pattern.isNegative());
  }

  /// The last pattern that matches `name`.
  Optional<FilterPattern> deciding(String name) {
    for (FilterPattern pattern : patterns.reversed()) {
      if (pattern.matches(name)) {
        return Optional.of(pattern);
      }
    }
    return Optional.empty();
  }

  /// One pattern for people: `branches: main`.
  String describe(FilterPattern pattern) {
    return filter.key() + ": " + pattern;
  }

  /// All patterns for people: `branches: main, release/**`.
  @Override
  public String toString() {
    String summary =
        patterns.stream()
            .limit(MAX_SHOWN)
            .map(FilterPattern::toString)
            .collect(Collectors.joining(", "));
    int more = patterns.size() - MAX_SHOWN;
    return filter.key() + ": " + summary + (more > 0 ? " and %d more".formatted(more) : "");
  }
}
