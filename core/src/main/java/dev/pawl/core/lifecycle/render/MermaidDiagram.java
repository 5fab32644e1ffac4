package dev.pawl.core.lifecycle.render;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import dev.pawl.core.lifecycle.Machine;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Renders a machine as a Mermaid state diagram. Events that lead from one state to the same other
/// share an arrow, so that the picture stays readable.
public final class MermaidDiagram {

  /// The arrow between two states.
  private record Arrow(String from, String to) {}

  public static <S extends Enum<S>, E extends Enum<E>> String render(Machine<S, E> machine) {
    var diagram = new StringBuilder("stateDiagram-v2\n");
    line(diagram, "[*]", Machine.wireName(machine.initial()));
    arrows(machine)
        .forEach((arrow, events) -> line(diagram, arrow.from(), arrow.to() + " : " + events));
    machine.states().stream()
        .filter(machine::isTerminal)
        .forEach(state -> line(diagram, Machine.wireName(state), "[*]"));
    return diagram.toString();
  }

  private static <S extends Enum<S>, E extends Enum<E>> SequencedMap<Arrow, String> arrows(
      Machine<S, E> machine) {
    return machine.rows().stream()
        .collect(
            groupingBy(
                row -> new Arrow(Machine.wireName(row.from()), Machine.wireName(row.to())),
                LinkedHashMap::new,
                mapping(row -> row.event().name(), joining(", "))));
  }

  private static void line(StringBuilder diagram, String from, String to) {
    diagram.append("    ").append(from).append(" --> ").append(to).append('\n');
  }

  private MermaidDiagram() {}
}
