package dev.pawl.core.lifecycle.conformance;

import dev.pawl.core.lifecycle.Machine;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A machine as plain rows of words, as the specification has it and as a [Machine] is converted to
/// for comparison. Unlike a [Machine] it may be inconsistent, so that checks can be tried on a
/// table without a row.
public record MachineTable(
    String name,
    String initial,
    List<String> states,
    List<String> terminal,
    List<Move> moves,
    List<Late> late) {

  /// A row that moves.
  public record Move(String from, String event, String to, String owner, String when) {
    String label() {
      return from + " " + event;
    }
  }

  /// A row that is an expected race.
  public record Late(String from, String event, String reason) {
    String label() {
      return from + " " + event;
    }
  }

  public static MachineTable of(Machine<?, ?> machine) {
    return read(machine);
  }

  private static <S extends Enum<S>, E extends Enum<E>> MachineTable read(Machine<S, E> machine) {
    return new MachineTable(
        machine.name(),
        Machine.wireName(machine.initial()),
        machine.states().stream().map(Machine::wireName).toList(),
        machine.states().stream().filter(machine::isTerminal).map(Machine::wireName).toList(),
        machine.rows().stream().map(MachineTable::move).toList(),
        machine.lateRows().stream().map(MachineTable::lateRow).toList());
  }

  private static Move move(Machine.Row<? extends Enum<?>, ? extends Enum<?>> row) {
    return new Move(
        Machine.wireName(row.from()),
        row.event().name(),
        Machine.wireName(row.to()),
        row.owners().stream()
            .map(owner -> owner.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", ")),
        row.when());
  }

  private static Late lateRow(Machine.LateRow<? extends Enum<?>, ? extends Enum<?>> row) {
    return new Late(Machine.wireName(row.from()), row.event().name(), row.reason());
  }

  /// The distinct events of all rows.
  List<String> events() {
    return Stream.concat(moves.stream().map(Move::event), late.stream().map(Late::event))
        .distinct()
        .toList();
  }

  /// The answer of this table to an event in a state, in words.
  String answer(String state, String event) {
    for (Move row : moves) {
      if (row.from().equals(state) && row.event().equals(event)) {
        return "moves to " + row.to();
      }
    }
    for (Late row : late) {
      if (row.from().equals(state) && row.event().equals(event)) {
        return "late, " + row.reason();
      }
    }
    return "refused";
  }

  MachineTable without(Move dropped) {
    var left = moves.stream().filter(Predicate.not(dropped::equals)).toList();
    return new MachineTable(name, initial, states, terminal, left, late);
  }

  MachineTable without(Late dropped) {
    var left = late.stream().filter(Predicate.not(dropped::equals)).toList();
    return new MachineTable(name, initial, states, terminal, moves, left);
  }
}
