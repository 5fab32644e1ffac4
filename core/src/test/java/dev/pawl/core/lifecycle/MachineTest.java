package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.DoorMachine.Happening.BRICK;
import static dev.pawl.core.lifecycle.DoorMachine.Happening.PULL;
import static dev.pawl.core.lifecycle.DoorMachine.Happening.PUSH;
import static dev.pawl.core.lifecycle.DoorMachine.Position.OPEN;
import static dev.pawl.core.lifecycle.DoorMachine.Position.SHUT;
import static dev.pawl.core.lifecycle.DoorMachine.Position.WALLED_UP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.core.lifecycle.DoorMachine.Happening;
import dev.pawl.core.lifecycle.DoorMachine.Position;
import dev.pawl.core.lifecycle.Machine.Answer;
import org.junit.jupiter.api.Test;

class MachineTest {

  private final Machine<Position, Happening> door = DoorMachine.door();

  @Test
  void thereAreThreeAnswersToAnEvent() {
    assertThat(door.answer(OPEN, PUSH)).isEqualTo(new Answer.Moves<>(SHUT));
    assertThat(door.answer(SHUT, PUSH)).isEqualTo(new Answer.Late<>("shut already"));
    assertThat(door.answer(OPEN, PULL)).isEqualTo(new Answer.Refused<>());
  }

  @Test
  void aLegalEventGivesTheNextState() {
    assertThat(door.transition(OPEN, PUSH)).isEqualTo(SHUT);
    assertThat(door.transition(SHUT, PULL)).isEqualTo(OPEN);
  }

  @Test
  void anIllegalTransitionCarriesAndPrintsMachineStateAndEvent() {
    var refused =
        catchThrowableOfType(IllegalTransition.class, () -> door.transition(WALLED_UP, PULL));
    assertThat(refused.machine()).isEqualTo("door");
    assertThat(refused.state()).isEqualTo(WALLED_UP);
    assertThat(refused.event()).isEqualTo(PULL);
    assertThat(refused).hasMessage("door: PULL is not allowed in walled_up");
  }

  @Test
  void lateEventDoesNotMove() {
    var refused = catchThrowableOfType(IllegalTransition.class, () -> door.transition(SHUT, PUSH));
    assertThat(refused).hasMessage("door: PUSH is not allowed in shut");
  }

  @Test
  void onlyAMoveIsATransition() {
    assertThat(door.canTransition(OPEN, PUSH)).isTrue();
    assertThat(door.canTransition(SHUT, PUSH)).as("late").isFalse();
    assertThat(door.canTransition(WALLED_UP, PUSH)).as("refused").isFalse();
  }

  @Test
  void validEventsAreThoseOfTheTableInOrder() {
    assertThat(door.validEvents(OPEN)).containsExactly(PUSH);
    assertThat(door.validEvents(SHUT)).containsExactly(PULL, BRICK);
    assertThat(door.validEvents(WALLED_UP)).isEmpty();
  }

  @Test
  void aTerminalStateIsOneWithoutAWayOut() {
    assertThat(door.isTerminal(WALLED_UP)).isTrue();
    assertThat(door.isTerminal(OPEN)).isFalse();
  }

  @Test
  void aRowIsFoundByStateAndEvent() {
    assertThat(door.row(OPEN, PUSH)).hasValueSatisfying(row -> assertThat(row.owners()).hasSize(2));
    assertThat(door.row(SHUT, PUSH)).as("late").isEmpty();
  }

  @Test
  void aStateIsWrittenInLowerCase() {
    assertThat(Machine.wireName(WALLED_UP)).isEqualTo("walled_up");
  }
}
