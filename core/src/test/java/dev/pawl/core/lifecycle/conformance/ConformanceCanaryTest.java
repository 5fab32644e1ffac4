package dev.pawl.core.lifecycle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.conformance.MachineTable.Late;
import dev.pawl.core.lifecycle.conformance.MachineTable.Move;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Shows that the suite can fail: each row of each machine is dropped in turn, and each check
/// reports it.
class ConformanceCanaryTest {

  private static final ConformanceSuite CONFORMANCE = ConformanceSuite.toTheSpec();
  private static final List<MachineTable> MACHINES =
      Lifecycles.all().stream().map(MachineTable::of).toList();

  static List<MachineTable> machines() {
    return MACHINES;
  }

  @ParameterizedTest
  @MethodSource("machines")
  void aMoveThatIsDroppedIsMissed(MachineTable machine) {
    assertThat(machine.moves()).isNotEmpty();
    for (Move dropped : machine.moves()) {
      var left = with(machine.without(dropped));
      assertThat(CONFORMANCE.findings(left)).anyMatch(names(machine, dropped.label()));
      assertThat(CONFORMANCE.ofTables(left))
          .singleElement()
          .matches(names(machine, dropped.label()));
      assertThat(CONFORMANCE.ofAnswers(left))
          .singleElement()
          .matches(names(machine, dropped.label()));
      if (isSeenByAPublishedMachine(machine, dropped)) {
        assertThat(CONFORMANCE.ofRefinement(left)).anyMatch(names(machine, dropped.label()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void aLateRowThatIsDroppedIsMissed(MachineTable machine) {
    assertThat(machine.late()).isNotEmpty();
    for (Late dropped : machine.late()) {
      var left = with(machine.without(dropped));
      assertThat(CONFORMANCE.findings(left)).anyMatch(names(machine, dropped.label()));
      assertThat(CONFORMANCE.ofTables(left))
          .singleElement()
          .matches(names(machine, dropped.label()));
      assertThat(CONFORMANCE.ofAnswers(left))
          .singleElement()
          .matches(names(machine, dropped.label()));
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void aMoveThatLeadsElsewhereIsFoundByEachCheck(MachineTable machine) {
    for (Move row : machine.moves()) {
      var bent = new Move(row.from(), row.event(), row.from(), row.owner(), row.when());
      var bentTable = replaced(machine, row, bent);
      assertThat(CONFORMANCE.ofTables(with(bentTable))).anyMatch(names(machine, row.label()));
      assertThat(CONFORMANCE.ofAnswers(with(bentTable))).anyMatch(names(machine, row.label()));
    }
  }

  @ParameterizedTest
  @MethodSource("machines")
  void rowsInAnotherOrderAreNotTheSpecifiedOnes(MachineTable machine) {
    var reversed =
        new MachineTable(
            machine.name(),
            machine.initial(),
            machine.states(),
            machine.terminal(),
            machine.moves().reversed(),
            machine.late());
    assertThat(CONFORMANCE.ofTables(with(reversed)))
        .singleElement()
        .asString()
        .startsWith(machine.name())
        .contains("order");
  }

  @Test
  void onlyKnownRowsAreInvisibleToPublishedMachines() {
    var unseen =
        MACHINES.stream()
            .flatMap(machine ->
                machine.moves().stream()
                    .filter(move -> !isSeenByAPublishedMachine(machine, move))
                    .map(move -> machine.name() + " " + move.label()))
            .toList();
    assertThat(unseen).containsExactly("breaker open RESET", "breaker half_open RESET");
  }

  private static boolean isSeenByAPublishedMachine(MachineTable machine, Move move) {
    return CONFORMANCE.maps().stream()
        .anyMatch(map -> map.ours().equals(machine.name()) && !map.leavesOut(move));
  }

  private static List<MachineTable> with(MachineTable changed) {
    return MACHINES.stream()
        .map(machine -> machine.name().equals(changed.name()) ? changed : machine)
        .toList();
  }

  private static MachineTable replaced(MachineTable machine, Move row, Move by) {
    return new MachineTable(
        machine.name(),
        machine.initial(),
        machine.states(),
        machine.terminal(),
        machine.moves().stream().map(move -> move.equals(row) ? by : move).toList(),
        machine.late());
  }

  /// A message that names machine, state and event, as whole words.
  private static Predicate<String> names(MachineTable machine, String label) {
    return message ->
        message.startsWith(machine.name())
            && List.of(message.split("[ ,:]+")).containsAll(List.of(label.split(" ")));
  }
}
