package dev.pawl.core.lifecycle.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.DoorMachine;
import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.conformance.MachineSpecReader;
import dev.pawl.core.lifecycle.conformance.MachineTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MachineRenderingTest {

  static List<Machine<?, ?>> machines() {
    return Lifecycles.all();
  }

  @ParameterizedTest
  @MethodSource("machines")
  void theJsonIsTheSpecification(Machine<?, ?> machine) {
    assertThat(MachineSpecReader.parse(MachineJson.render(machine)))
        .isEqualTo(MachineSpecReader.tree("machine-" + machine.name()));
  }

  @Test
  void aJsonStringIsEscaped() {
    assertThat(MachineSpecReader.parse(MachineJson.text("a \"quoted\" \\ and a\ttab")).asString())
        .isEqualTo("a \"quoted\" \\ and a\ttab");
  }

  @ParameterizedTest
  @MethodSource("machines")
  void theTextLeavesNoRowOut(Machine<?, ?> machine) {
    var table = MachineTable.of(machine);
    var lines =
        MachineText.render(machine).lines().map(line -> List.of(line.split("  +"))).toList();
    for (var row : table.moves()) {
      assertThat(lines)
          .contains(List.of(row.from(), row.event(), row.to(), row.owner(), row.when()));
    }
    for (var row : table.late()) {
      assertThat(lines).contains(List.of(row.from(), row.event(), row.reason()));
    }
    for (var state : table.terminal()) {
      assertThat(lines).contains(List.of(state, "terminal"));
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void theDiagramLeavesNoRowOut(Machine<?, ?> machine) {
    var lines = MermaidDiagram.render(machine).lines().toList();
    for (var row : MachineTable.of(machine).moves()) {
      assertThat(lines)
          .anyMatch(line ->
              line.startsWith("    " + row.from() + " --> " + row.to() + " : ")
                  && List.of(line.split("[ ,]+")).contains(row.event()));
    }
  }

  @Test
  void theTextIsAligned() {
    assertThat(MachineText.render(DoorMachine.door()))
        .isEqualTo(
            """
            machine door

            from  event  to         owner          when
            open  PUSH   shut       person, clock  pushed
            shut  PULL   open       person         pulled
            shut  BRICK  walled_up  person         walled up

            late: expected, and nothing changes

            from  event  reason
            shut  PUSH   shut already

            states

            open       initial
            shut
            walled_up  terminal
            """);
  }

  @Test
  void theDiagramStartsAndEnds() {
    assertThat(MermaidDiagram.render(DoorMachine.door()))
        .isEqualTo(
            """
            stateDiagram-v2
                [*] --> open
                open --> shut : PUSH
                shut --> open : PULL
                shut --> walled_up : BRICK
                walled_up --> [*]
            """);
  }
}
