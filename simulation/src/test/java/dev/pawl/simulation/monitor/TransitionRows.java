package dev.pawl.simulation.monitor;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rows of all state machines, looked up by a journal entry.
public final class TransitionRows {

  /// One row, in words.
  ///
  /// @param number its own, over all machines
  public record Row(
      int number, String machine, String from, String event, String to, List<ActorKind> owners) {
    @Override
    public String toString() {
      return "%s: %s %s to %s".formatted(machine, from, event, to);
    }
  }

  private record Key(String machine, String from, String event) {}

  private static final Map<Key, Row> ALL = new HashMap<>();

  static {
    for (Machine<?, ?> machine : Lifecycles.all()) {
      for (Machine.Row<?, ?> row : machine.rows()) {
        String from = Machine.wireName((Enum<?>) row.from());
        String event = ((Enum<?>) row.event()).name();
        String to = Machine.wireName((Enum<?>) row.to());
        ALL.put(
            new Key(machine.name(), from, event),
            new Row(ALL.size(), machine.name(), from, event, to, row.owners()));
      }
    }
  }

  /// All rows, by their numbers.
  public static List<Row> all() {
    return ALL.values().stream()
        .sorted((one, other) -> Integer.compare(one.number(), other.number()))
        .toList();
  }

  private final ViolationRecorder violations;

  public TransitionRows(ViolationRecorder violations) {
    this.violations = violations;
  }

  /// The row that the entry took, if it moved a machine.
  @Nullable
  public Row of(Transition line, String aggregate) {
    if (!line.isMove()) {
      return null;
    }
    Row row = ALL.get(new Key(line.machine(), line.from(), line.event()));
    if (row == null || !row.to().equals(line.to())) {
      violations.violated(
          Invariant.IN_ITS_TABLE,
          "%s: %s has no row %s %s to %s"
              .formatted(aggregate, line.machine(), line.from(), line.event(), line.to()));
    } else if (!row.owners().contains(line.actor().kind())) {
      violations.violated(
          Invariant.REFINES,
          "%s: %s by %s, which is not theirs".formatted(aggregate, row, line.actor()));
    }
    return row;
  }
}
