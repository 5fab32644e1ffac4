package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.ActorKind.PERSON;
import static dev.pawl.core.lifecycle.ActorKind.by;
import static dev.pawl.core.lifecycle.DoorMachine.Happening.BRICK;
import static dev.pawl.core.lifecycle.DoorMachine.Happening.PULL;
import static dev.pawl.core.lifecycle.DoorMachine.Happening.PUSH;
import static dev.pawl.core.lifecycle.DoorMachine.Position.OPEN;
import static dev.pawl.core.lifecycle.DoorMachine.Position.SHUT;
import static dev.pawl.core.lifecycle.DoorMachine.Position.WALLED_UP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.lifecycle.DoorMachine.Happening;
import dev.pawl.core.lifecycle.DoorMachine.Position;
import org.junit.jupiter.api.Test;

class MachineBuilderTest {

  @Test
  void aTableWithoutFaultIsBuilt() {
    assertThat(DoorMachine.complete().build().rows()).hasSize(3);
  }

  @Test
  void aDuplicateRowIsRefused() {
    refused(
        DoorMachine.complete().row(OPEN, PUSH, WALLED_UP, by(PERSON), "pushed too hard"),
        "two rows for PUSH in OPEN");
  }

  @Test
  void aRowThatIsLateAsWellIsRefused() {
    refused(DoorMachine.complete().late(OPEN, PUSH, "open already"), "two rows for PUSH in OPEN");
  }

  @Test
  void aLateRowTwiceIsRefused() {
    refused(DoorMachine.complete().late(SHUT, PUSH, "again"), "two rows for PUSH in SHUT");
  }

  @Test
  void aStateThatCannotBeReachedIsRefused() {
    refused(
        DoorMachine.begun()
            .row(SHUT, PULL, OPEN, by(PERSON), "pulled")
            .row(SHUT, BRICK, OPEN, by(PERSON), "broken open"),
        "WALLED_UP cannot be reached");
  }

  @Test
  void eventWithOnlyALateRowIsRejected() {
    refused(
        DoorMachine.begun()
            .row(SHUT, BRICK, WALLED_UP, by(PERSON), "walled up")
            .late(WALLED_UP, PULL, "walled up already"),
        "no row for event PULL");
  }

  @Test
  void aTerminalStateWithAWayOutIsRefused() {
    refused(
        DoorMachine.complete().row(WALLED_UP, PULL, OPEN, by(PERSON), "broken open"),
        "WALLED_UP is terminal and has a way out");
  }

  @Test
  void nonTerminalStateWithoutWayOutIsRejected() {
    refused(
        Machine.of("door", Position.class, Happening.class)
            .startsIn(OPEN)
            .row(OPEN, PUSH, SHUT, by(PERSON), "pushed")
            .row(SHUT, PULL, OPEN, by(PERSON), "pulled")
            .row(SHUT, BRICK, WALLED_UP, by(PERSON), "walled up"),
        "WALLED_UP is not terminal and has no way out");
  }

  @Test
  void aTableThatStartsNowhereIsRefused() {
    refused(Machine.of("door", Position.class, Happening.class), "no initial state");
  }

  private static void refused(MachineBuilder<Position, Happening> table, String why) {
    assertThatThrownBy(table::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("machine door: " + why);
  }
}
