package dev.pawl.core.lifecycle.render;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.BreakerMachine;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.StepMachine;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Renders the five machines as a Markdown page: for each a diagram, its rows and its late rows. A
/// test compares it with the page in the repository.
public final class LifecyclesPage {

  private static final String HEAD =
      """
      <!-- Generated from the tables in the code; do not edit. To write it again:
           mvn -pl core -am test -Dtest=LifecyclesPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dpawl.regenerate -->
      # Lifecycles

      Five state machines define the states of everything in Pawl. A state changes in one way only: by an event that its table allows.
      An event has one of three results: it moves the state; it is *late*, an expected race that changes nothing; or it is refused. Every event that is not listed here is refused.
      """;

  /// The late rows of one state that have the same reason.
  private record Race(String state, String reason) {}

  public static String render() {
    return HEAD
        + section(RunMachine.MACHINE, "One evaluation of a workflow for one trigger.")
        + section(
            AttemptMachine.MACHINE,
            "One try at one job. A job's state is that of its current attempt; a retry is the next"
                + " attempt.")
        + section(StepMachine.MACHINE, "One command of an attempt, hooks included.")
        + section(LeaseMachine.MACHINE, "One agent's exclusive right to execute one attempt.")
        + section(BreakerMachine.MACHINE, "Whether a tool may be used now.");
  }

  private static <S extends Enum<S>, E extends Enum<E>> String section(
      Machine<S, E> machine, String about) {
    return """

    ## %s

    %s
    It starts in %s%s.

    ```mermaid
    %s```

    | from | event | to | by | when |
    | --- | --- | --- | --- | --- |
    %s
    Late, and nothing changes:

    | state | events | why |
    | --- | --- | --- |
    %s\
    """
        .formatted(
            machine.name(),
            about,
            code(Machine.wireName(machine.initial())),
            ends(machine),
            MermaidDiagram.render(machine),
            rows(machine),
            races(machine));
  }

  private static <S extends Enum<S>> String ends(Machine<S, ?> machine) {
    var ends = machine.states().stream().filter(machine::isTerminal).toList();
    return ends.isEmpty()
        ? " and never ends"
        : ends.stream()
            .map(state -> code(Machine.wireName(state)))
            .collect(joining(", ", " and ends in one of ", ""));
  }

  private static <S extends Enum<S>, E extends Enum<E>> String rows(Machine<S, E> machine) {
    return machine.rows().stream()
        .map(row ->
            line(
                code(Machine.wireName(row.from())),
                code(row.event().name()),
                code(Machine.wireName(row.to())),
                ActorKind.words(row.owners()),
                row.when()))
        .collect(joining());
  }

  private static <S extends Enum<S>, E extends Enum<E>> String races(Machine<S, E> machine) {
    SequencedMap<Race, String> races =
        machine.lateRows().stream()
            .collect(
                groupingBy(
                    row -> new Race(Machine.wireName(row.from()), row.reason()),
                    LinkedHashMap::new,
                    mapping(row -> code(row.event().name()), joining(" "))));
    return races.entrySet().stream()
        .map(race -> line(code(race.getKey().state()), race.getValue(), race.getKey().reason()))
        .collect(joining());
  }

  private static String line(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String code(String name) {
    return "`" + name + "`";
  }

  private LifecyclesPage() {}
}
