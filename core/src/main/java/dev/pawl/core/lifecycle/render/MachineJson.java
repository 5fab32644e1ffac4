package dev.pawl.core.lifecycle.render;

import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Machine;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Renders a machine as JSON: one object, one row a line. Written by hand, since the core uses the
/// JDK only.
public final class MachineJson {

  public static <S extends Enum<S>, E extends Enum<E>> String render(Machine<S, E> machine) {
    return """
    {
      "note": %s,
      "initial": %s,
      "states": %s,
      "terminal": %s,
      "transitions": %s,
      "late": %s
    }
    """
        .formatted(
            text("the " + machine.name() + " machine of the product"),
            text(Machine.wireName(machine.initial())),
            names(machine.states().stream()),
            names(machine.states().stream().filter(machine::isTerminal)),
            lines(machine.rows().stream().map(MachineJson::row).toList()),
            lines(machine.lateRows().stream().map(MachineJson::lateRow).toList()));
  }

  private static String row(Machine.Row<? extends Enum<?>, ? extends Enum<?>> row) {
    return "{\"from\": %s, \"event\": %s, \"to\": %s, \"owner\": %s, \"when\": %s}"
        .formatted(
            text(Machine.wireName(row.from())),
            text(row.event().name()),
            text(Machine.wireName(row.to())),
            text(ActorKind.words(row.owners())),
            text(row.when()));
  }

  private static String lateRow(Machine.LateRow<? extends Enum<?>, ? extends Enum<?>> row) {
    return "{\"from\": %s, \"event\": %s, \"reason\": %s}"
        .formatted(
            text(Machine.wireName(row.from())), text(row.event().name()), text(row.reason()));
  }

  private static String names(Stream<? extends Enum<?>> states) {
    return states
        .map(state -> text(Machine.wireName(state)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String lines(List<String> objects) {
    return objects.stream().collect(Collectors.joining(",\n    ", "[\n    ", "\n  ]"));
  }

  /// A JSON string. The tables hold no control characters, but they would be escaped.
  static String text(String value) {
    return value
        .chars()
        .mapToObj(MachineJson::character)
        .collect(Collectors.joining("", "\"", "\""));
  }

  private static String character(int c) {
    if (c == '"' || c == '\\') {
      return "\\" + (char) c;
    }
    return c < ' ' ? "\\u%04x".formatted(c) : Character.toString(c);
  }

  private MachineJson() {}
}
