package dev.pawl.core.lifecycle.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.core.lifecycle.IllegalTransition;
import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Machine.Answer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The machines themselves, not their rows, answer every pair of a state and an event.
class MachineAnswersTest {

  private final MachineSpec spec = MachineSpecReader.read();

  static List<Machine<?, ?>> machines() {
    return Lifecycles.all();
  }

  @ParameterizedTest
  @MethodSource("machines")
  void everyPairIsAnsweredAsSpecified(Machine<?, ?> machine) {
    assertThat(findings(machine)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("machines")
  void thereAreNoStatesAndEventsButTheSpecifiedOnes(Machine<?, ?> machine) {
    var table = spec.table(machine.name());
    assertThat(machine.states()).extracting(Machine::wireName).isEqualTo(table.states());
    assertThat(machine.events())
        .extracting(Enum::name)
        .containsExactlyInAnyOrderElementsOf(table.events());
  }

  private <S extends Enum<S>, E extends Enum<E>> List<String> findings(Machine<S, E> machine) {
    var events = machine.events().stream().map(Enum::name).toList();
    return AnswerCheck.findings(
        spec.table(machine.name()),
        events,
        (state, event) -> ask(machine, state(machine, state), event(machine, event)));
  }

  /// The answer, after all other queries have been checked to agree with it.
  private static <S extends Enum<S>, E extends Enum<E>> String ask(
      Machine<S, E> machine, S state, E event) {
    return switch (machine.answer(state, event)) {
      case Answer.Moves<S>(var to) -> {
        assertThat(machine.transition(state, event)).isEqualTo(to);
        assertThat(machine.canTransition(state, event)).isTrue();
        assertThat(machine.validEvents(state)).contains(event);
        assertThat(machine.isTerminal(state)).isFalse();
        yield "moves to " + Machine.wireName(to);
      }
      case Answer.Late<S>(var reason) -> {
        doesNotMove(machine, state, event);
        yield "late, " + reason;
      }
      case Answer.Refused<S>() -> {
        doesNotMove(machine, state, event);
        yield "refused";
      }
    };
  }

  private static <S extends Enum<S>, E extends Enum<E>> void doesNotMove(
      Machine<S, E> machine, S state, E event) {
    assertThat(machine.canTransition(state, event)).isFalse();
    assertThat(machine.validEvents(state)).doesNotContain(event);
    var refused =
        catchThrowableOfType(IllegalTransition.class, () -> machine.transition(state, event));
    assertThat(refused.machine()).isEqualTo(machine.name());
    assertThat(refused.state()).isEqualTo(state);
    assertThat(refused.event()).isEqualTo(event);
    assertThat(refused)
        .hasMessageContainingAll(machine.name(), Machine.wireName(state), event.name());
  }

  private static <S extends Enum<S>> S state(Machine<S, ?> machine, String name) {
    return machine.states().stream()
        .filter(state -> Machine.wireName(state).equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static <E extends Enum<E>> E event(Machine<?, E> machine, String name) {
    return machine.events().stream()
        .filter(event -> event.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
