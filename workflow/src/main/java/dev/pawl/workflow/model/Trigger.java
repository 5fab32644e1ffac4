package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// An event that starts the workflow.
///
/// Invariant: patterns are well formed; a filter and its `-ignore` are not both there; types are
/// those of the event.
///
/// @param filters those that the file names, none of them empty
public record Trigger(Position position, String event, Map<Filter, List<String>> filters) {

  public Trigger {
    Map<Filter, List<String>> copy = new EnumMap<>(Filter.class);
    filters.forEach((filter, values) -> copy.put(filter, List.copyOf(values)));
    filters = Collections.unmodifiableMap(copy);
  }

  /// What the file says; empty where it does not name the filter.
  public List<String> values(Filter filter) {
    return filters.getOrDefault(filter, List.of());
  }

  public List<String> branches() {
    return values(Filter.BRANCHES);
  }

  public List<String> tags() {
    return values(Filter.TAGS);
  }

  public List<String> paths() {
    return values(Filter.PATHS);
  }

  public List<String> types() {
    return values(Filter.TYPES);
  }

  public List<String> workflows() {
    return values(Filter.WORKFLOWS);
  }
}
