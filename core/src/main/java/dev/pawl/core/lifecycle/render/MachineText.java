package dev.pawl.core.lifecycle.render;

import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Renders a machine as text in aligned columns, for a terminal: its rows, its late rows, its
/// states.
public final class MachineText {

  private static final String GAP = "  ";

  public static String render(Machine<?, ?> machine) {
    return String.join(
        "\n",
        List.of(
            "machine " + machine.name() + "\n",
            aligned(rows(machine)),
            "late: expected, and nothing changes\n",
            aligned(lateRows(machine)),
            "states\n",
            aligned(states(machine))));
  }

  private static <S extends Enum<S>, E extends Enum<E>> List<List<String>> rows(
      Machine<S, E> machine) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("from", "event", "to", "owner", "when"));
    for (var row : machine.rows()) {
      lines.add(
          List.of(
              Machine.wireName(row.from()),
              row.event().name(),
              Machine.wireName(row.to()),
              ActorKind.words(row.owners()),
              row.when()));
    }
    return lines;
  }

  private static <S extends Enum<S>, E extends Enum<E>> List<List<String>> lateRows(
      Machine<S, E> machine) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("from", "event", "reason"));
    for (var row : machine.lateRows()) {
      lines.add(List.of(Machine.wireName(row.from()), row.event().name(), row.reason()));
    }
    return lines;
  }

  private static <S extends Enum<S>> List<List<String>> states(Machine<S, ?> machine) {
    return machine.states().stream()
        .map(state -> List.of(Machine.wireName(state), mark(machine, state)))
        .toList();
  }

  private static <S extends Enum<S>> String mark(Machine<S, ?> machine, S state) {
    if (state == machine.initial()) {
      return "initial";
    }
    return machine.isTerminal(state) ? "terminal" : "";
  }

  private static String aligned(List<List<String>> lines) {
    int columns = lines.getFirst().size();
    List<Integer> widths =
        IntStream.range(0, columns)
            .mapToObj(
                column -> lines.stream().mapToInt(l -> l.get(column).length()).max().orElse(0))
            .toList();
    return lines.stream().map(line -> aligned(line, widths)).collect(Collectors.joining());
  }

  private static String aligned(List<String> line, List<Integer> widths) {
    var text = new StringBuilder();
    for (int column = 0; column < line.size(); column++) {
      String cell = line.get(column);
      text.append(cell).repeat(' ', widths.get(column) - cell.length()).append(GAP);
    }
    return text.toString().stripTrailing() + "\n";
  }

  private MachineText() {}
}
