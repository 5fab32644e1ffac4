package dev.pawl.core.lifecycle;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A state machine as data: the event that leads from one state to another, and nothing else.
///
/// Pure and immutable: no guard, no action, no clock, no registration at run time. A condition is
/// an event that has not been named yet. Built by [MachineBuilder], which rejects inconsistent
/// tables.
///
/// @param <S> the states
/// @param <E> the events
public final class Machine<S extends Enum<S>, E extends Enum<E>> {

  /// Computed once, since every row and journal line has several of them.
  private static final ClassValue<Map<Object, String>> WIRE_NAMES =
      new ClassValue<>() {
        @Override
        protected Map<Object, String> computeValue(Class<?> type) {
          Map<Object, String> names = new LinkedHashMap<>();
          for (Object constant : type.getEnumConstants()) {
            names.put(constant, ((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
          }
          return names;
        }
      };

  /// A legal move, the actors that may cause it, and when.
  public record Row<S, E>(S from, E event, S to, List<ActorKind> owners, String when) {}

  /// An expected race: the event arrives after the state has moved on, and changes nothing.
  public record LateRow<S, E>(S from, E event, String reason) {}

  /// The table's answer to an event in a state.
  public sealed interface Answer<S> {
    /// The event leads to `to`.
    record Moves<S>(S to) implements Answer<S> {}

    /// An expected race: nothing changes.
    record Late<S>(String reason) implements Answer<S> {}

    /// The event is not allowed here.
    record Refused<S>() implements Answer<S> {}
  }

  private final String name;
  private final S initial;
  private final Class<S> states;
  private final Class<E> events;
  private final List<Row<S, E>> rows;
  private final List<LateRow<S, E>> lateRows;
  private final List<List<Answer<S>>> answers;
  private final Map<S, Map<E, Row<S, E>>> ways;

  Machine(
      String name,
      S initial,
      Class<E> events,
      List<Row<S, E>> rows,
      List<LateRow<S, E>> lateRows,
      List<List<Answer<S>>> answers) {
    this.name = name;
    this.initial = initial;
    this.states = initial.getDeclaringClass();
    this.events = events;
    this.rows = rows;
    this.lateRows = lateRows;
    this.answers = answers;
    this.ways = new EnumMap<>(states);
    for (Row<S, E> row : rows) {
      ways.computeIfAbsent(row.from(), _ -> new EnumMap<>(events)).put(row.event(), row);
    }
  }

  static <S extends Enum<S>, E extends Enum<E>> MachineBuilder<S, E> of(
      String name, Class<S> states, Class<E> events) {
    return new MachineBuilder<>(name, states, events);
  }

  /// The table's answer to `event` in `state`.
  @SuppressWarnings("EnumOrdinal") // an index into a table over these enums
  public Answer<S> answer(S state, E event) {
    return answers.get(state.ordinal()).get(event.ordinal());
  }

  /// The state after `event`.
  ///
  /// @throws IllegalTransition unless the table has a row for it
  public S transition(S state, E event) {
    if (answer(state, event) instanceof Answer.Moves<S>(var to)) {
      return to;
    }
    throw new IllegalTransition(name, state, event);
  }

  public boolean canTransition(S state, E event) {
    return answer(state, event) instanceof Answer.Moves;
  }

  /// The events that move `state`, in the order of the table.
  public List<E> validEvents(S state) {
    return rows.stream().filter(row -> row.from() == state).map(Row::event).toList();
  }

  public boolean isTerminal(S state) {
    return !ways.containsKey(state);
  }

  /// The row that `event` takes in `state`, if there is one.
  public Optional<Row<S, E>> row(S state, E event) {
    Map<E, Row<S, E>> out = ways.get(state);
    return out == null ? Optional.empty() : Optional.ofNullable(out.get(event));
  }

  public String name() {
    return name;
  }

  public S initial() {
    return initial;
  }

  public List<S> states() {
    return List.of(states.getEnumConstants());
  }

  public List<E> events() {
    return List.of(events.getEnumConstants());
  }

  public List<Row<S, E>> rows() {
    return rows;
  }

  public List<LateRow<S, E>> lateRows() {
    return lateRows;
  }

  /// A state's name as users, the store and the wire see it.
  public static String wireName(Enum<?> state) {
    return Objects.requireNonNull(WIRE_NAMES.get(state.getDeclaringClass()).get(state));
  }

  /// The constant with that name among users, in the store and on the wire.
  ///
  /// @throws IllegalArgumentException if there is none
  public static <C extends Enum<C>> C ofWireName(Class<C> type, String name) {
    return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
  }
}
