package dev.pawl.workflow.keys;

import dev.pawl.workflow.model.trigger.EventFilter;
import java.util.List;

/// An event and its filters: a row of the [EventTable].
///
/// @param filters the filters that it supports
/// @param types its activity types; empty where it has none, or where any is allowed
public record EventDefinition(String name, List<EventFilter> filters, List<String> types) {

  public EventDefinition {
    filters = List.copyOf(filters);
    types = List.copyOf(types);
  }
}
