package dev.pawl.workflow.keys;

import dev.pawl.workflow.model.trigger.EventFilter;
import java.util.List;

/// A row of the table of [EventTable].
///
/// @param filters by what it may be filtered
/// @param types the activities that it may have; empty where it has none, or where any is allowed
public record EventDefinition(String name, List<EventFilter> filters, List<String> types) {

  public EventDefinition {
    filters = List.copyOf(filters);
    types = List.copyOf(types);
  }
}
