package dev.pawl.workflow.keys;

import dev.pawl.workflow.model.Filter;
import java.util.List;

/// A row of the table of [Events].
///
/// @param filters by what it may be filtered
/// @param types the activities that it may have; empty where it has none, or where any is allowed
public record Event(String name, List<Filter> filters, List<String> types) {

  public Event {
    filters = List.copyOf(filters);
    types = List.copyOf(types);
  }
}
