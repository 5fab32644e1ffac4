package dev.pawl.core.lifecycle;

import dev.pawl.core.lifecycle.Machine.Answer;
import dev.pawl.core.lifecycle.Machine.LateRow;
import dev.pawl.core.lifecycle.Machine.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Collects the rows of a [Machine] and rejects an inconsistent table: a duplicate row, an
/// unreachable state, an event without a row, a wrong set of terminal states.
///
/// @param <S> the states
/// @param <E> the events
final class MachineBuilder<S extends Enum<S>, E extends Enum<E>> {

  private final String name;
  private final Class<S> states;
  private final Class<E> events;
  private final Set<S> terminal;
  private final List<Row<S, E>> rows = new ArrayList<>();
  private final List<LateRow<S, E>> lateRows = new ArrayList<>();
  private @Nullable S initial;

  MachineBuilder(String name, Class<S> states, Class<E> events) {
    this.name = name;
    this.states = states;
    this.events = events;
    this.terminal = EnumSet.noneOf(states);
  }

  MachineBuilder<S, E> startsIn(S state) {
    initial = state;
    return this;
  }

  /// Declares the states without a way out, so that a forgotten row is found.
  @SafeVarargs
  final MachineBuilder<S, E> endsIn(S... states) {
    for (S state : states) {
      terminal.add(state);
    }
    return this;
  }

  MachineBuilder<S, E> row(S from, E event, S to, List<ActorKind> owners, String when) {
    rows.add(new Row<>(from, event, to, owners, when));
    return this;
  }

  MachineBuilder<S, E> late(S from, E event, String reason) {
    lateRows.add(new LateRow<>(from, event, reason));
    return this;
  }

  Machine<S, E> build() {
    if (initial == null) {
      throw invalid("no initial state");
    }
    var answers = answers();
    checkReachability(initial);
    checkEveryEventHasARow();
    checkTerminalStates();
    return new Machine<>(name, initial, events, List.copyOf(rows), List.copyOf(lateRows), answers);
  }

  private List<List<Answer<S>>> answers() {
    List<List<Answer<S>>> answers = new ArrayList<>();
    for (S _ : states.getEnumConstants()) {
      answers.add(
          new ArrayList<>(
              Collections.nCopies(events.getEnumConstants().length, new Answer.Refused<>())));
    }
    rows.forEach(row -> enter(answers, row.from(), row.event(), new Answer.Moves<>(row.to())));
    lateRows.forEach(
        row -> enter(answers, row.from(), row.event(), new Answer.Late<>(row.reason())));
    return answers.stream().map(List::copyOf).toList();
  }

  @SuppressWarnings("EnumOrdinal") // the table that Machine.answer reads
  private void enter(List<List<Answer<S>>> answers, S from, E event, Answer<S> answer) {
    var before = answers.get(from.ordinal()).set(event.ordinal(), answer);
    if (!(before instanceof Answer.Refused)) {
      throw invalid("two rows for " + event + " in " + from);
    }
  }

  private void checkReachability(S start) {
    Set<S> reached = EnumSet.of(start);
    Deque<S> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      S from = open.pop();
      rows.stream()
          .filter(row -> row.from() == from && reached.add(row.to()))
          .forEach(row -> open.push(row.to()));
    }
    for (S state : states.getEnumConstants()) {
      if (!reached.contains(state)) {
        throw invalid(state + " cannot be reached");
      }
    }
  }

  private void checkEveryEventHasARow() {
    for (E event : events.getEnumConstants()) {
      if (rows.stream().noneMatch(row -> row.event() == event)) {
        throw invalid("no row for event " + event);
      }
    }
  }

  private void checkTerminalStates() {
    for (S state : states.getEnumConstants()) {
      boolean hasWayOut = rows.stream().anyMatch(row -> row.from() == state);
      if (hasWayOut && terminal.contains(state)) {
        throw invalid(state + " is terminal and has a way out");
      }
      if (!hasWayOut && !terminal.contains(state)) {
        throw invalid(state + " is not terminal and has no way out");
      }
    }
  }

  private IllegalStateException invalid(String why) {
    return new IllegalStateException("machine " + name + ": " + why);
  }
}
