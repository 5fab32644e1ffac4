package dev.pawl.workflow.trigger;

import dev.pawl.workflow.model.trigger.EventFilter;
import dev.pawl.workflow.model.trigger.EventTrigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The patterns of one filter, as in `branches`. The last one that is about a name decides, so
/// order matters: `!` takes out what came before, and a later pattern may let it in again.
record PatternList(EventFilter filter, List<FilterPattern> patterns) {

  private static final int MOST_SHOWN = 8;

  PatternList {
    patterns = List.copyOf(patterns);
  }

  /// What a trigger says by that filter; no patterns where it does not name it.
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

  /// The pattern that lets `name` in.
  Optional<FilterPattern> including(String name) {
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

  /// For people: `branches: main`, one of many.
  String describe(FilterPattern pattern) {
    return filter.key() + ": " + pattern;
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
    return filter.key() + ": " + some + (more > 0 ? " and %d more".formatted(more) : "");
  }
}
