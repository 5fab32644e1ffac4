package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.Door.Happening.BRICK;
import static dev.pawl.core.lifecycle.Door.Happening.PULL;
import static dev.pawl.core.lifecycle.Door.Happening.PUSH;
import static dev.pawl.core.lifecycle.Door.Position.OPEN;
import static dev.pawl.core.lifecycle.Door.Position.SHUT;
import static dev.pawl.core.lifecycle.Door.Position.WALLED_UP;
import static dev.pawl.core.lifecycle.Owner.PERSON;
import static dev.pawl.core.lifecycle.Owner.by;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.lifecycle.Door.Happening;
import dev.pawl.core.lifecycle.Door.Position;
import org.junit.jupiter.api.Test;

class MachineBuilderTest {

  @Test
  void aTableWithoutFaultIsBuilt() {
    assertThat(Door.complete().build().rows()).hasSize(3);
  }

  @Test
  void aDuplicateRowIsRefused() {
    refused(
        Door.complete().row(OPEN, PUSH, WALLED_UP, by(PERSON), "pushed too hard"),
        "two rows for PUSH in OPEN");
  }

  @Test
  void aRowThatIsLateAsWellIsRefused() {
    refused(Door.complete().late(OPEN, PUSH, "open already"), "two rows for PUSH in OPEN");
  }

  @Test
  void aLateRowTwiceIsRefused() {
    refused(Door.complete().late(SHUT, PUSH, "again"), "two rows for PUSH in SHUT");
  }

  @Test
  void aStateThatCannotBeReachedIsRefused() {
    refused(
        Door.begun()
            .row(SHUT, PULL, OPEN, by(PERSON), "pulled")
            .row(SHUT, BRICK, OPEN, by(PERSON), "broken open"),
        "WALLED_UP cannot be reached");
  }

  @Test
  void anEventThatNoRowHearsIsRefusedAlsoIfALateRowDoes() {
    refused(
        Door.begun()
            .row(SHUT, BRICK, WALLED_UP, by(PERSON), "walled up")
            .late(WALLED_UP, PULL, "walled up already"),
        "no row hears PULL");
  }

  @Test
  void aTerminalStateWithAWayOutIsRefused() {
    refused(
        Door.complete().row(WALLED_UP, PULL, OPEN, by(PERSON), "broken open"),
        "WALLED_UP is terminal and has a way out");
  }

  @Test
  void aStateWithoutAWayOutThatIsNotTerminalIsRefused() {
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
