package dev.pawl.cli.workflows;

import dev.pawl.cli.console.UnknownWordException;
import dev.pawl.workflow.keys.EventTable;
import dev.pawl.workflow.model.trigger.EventFilter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// The value of `--event`: the name of a known event, and its type.
///
/// @param type empty if none is given
record EventName(String event, String type) {

  /// Parses `push` or `pull_request.closed`.
  ///
  /// @throws ParameterException if there is no such event, or it has no such type
  static EventName of(String text, CommandLine command) {
    int dot = text.indexOf('.');
    var name =
        dot < 0
            ? new EventName(text, "")
            : new EventName(text.substring(0, dot), text.substring(dot + 1));
    if (!EventTable.names().contains(name.event())) {
      String what = "unknown event '%s'".formatted(name.event());
      throw new UnknownWordException(command, what, name.event(), EventTable.names());
    }
    if (!name.type().isEmpty() && !name.hasItsType()) {
      String what = "unknown type '%s' of event '%s'".formatted(name.type(), name.event());
      throw new UnknownWordException(command, what, name.type(), name.types());
    }
    return name;
  }

  /// Whether the event has this type. The types of repository_dispatch are free text.
  private boolean hasItsType() {
    return types().contains(type)
        || EventTable.ROWS.stream()
            .filter(row -> row.name().equals(event))
            .anyMatch(row -> row.types().isEmpty() && row.filters().contains(EventFilter.TYPES));
  }

  private List<String> types() {
    return EventTable.ROWS.stream()
        .filter(row -> row.name().equals(event))
        .flatMap(row -> row.types().stream())
        .toList();
  }
}
