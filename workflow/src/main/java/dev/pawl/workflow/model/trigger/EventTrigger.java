package dev.pawl.workflow.model.trigger;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// An event that starts the workflow, with its filters.
///
/// Invariant: patterns are well formed; a filter and its `-ignore` are not both present; types are
/// those of the event.
///
/// @param filters those in the file, none of them empty
public record EventTrigger(
    Position position, String event, Map<EventFilter, List<String>> filters) {

  public EventTrigger {
    Map<EventFilter, List<String>> copy = new EnumMap<>(EventFilter.class);
    filters.forEach((filter, values) -> copy.put(filter, List.copyOf(values)));
    filters = Collections.unmodifiableMap(copy);
  }

  /// The values of a filter; empty where the file does not have it.
  public List<String> values(EventFilter filter) {
    return filters.getOrDefault(filter, List.of());
  }

  public List<String> branches() {
    return values(EventFilter.BRANCHES);
  }

  public List<String> tags() {
    return values(EventFilter.TAGS);
  }

  public List<String> paths() {
    return values(EventFilter.PATHS);
  }

  public List<String> types() {
    return values(EventFilter.TYPES);
  }

  public List<String> workflows() {
    return values(EventFilter.WORKFLOWS);
  }
}
