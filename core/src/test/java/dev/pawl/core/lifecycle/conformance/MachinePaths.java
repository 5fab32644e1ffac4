package dev.pawl.core.lifecycle.conformance;

import dev.pawl.core.lifecycle.conformance.MachineTable.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Paths through a published machine.
final class MachinePaths {

  /// The state to which `path` leads from `state`, or a text that says that it leads nowhere.
  static String end(MachineTable machine, String state, List<String> path) {
    if (!machine.states().contains(state)) {
      return "unknown state " + state;
    }
    var steps = steps(machine, state, path);
    if (steps.size() < path.size()) {
      return "no way by " + path.get(steps.size());
    }
    return steps.isEmpty() ? state : steps.getLast().to();
  }

  /// The transitions that `path` takes from `state`, up to the first missing one.
  static List<Move> steps(MachineTable machine, String state, List<String> path) {
    List<Move> steps = new ArrayList<>();
    String at = state;
    for (String event : path) {
      Optional<Move> step = step(machine, at, event);
      if (step.isEmpty()) {
        break;
      }
      steps.add(step.get());
      at = step.get().to();
    }
    return steps;
  }

  private static Optional<Move> step(MachineTable machine, String state, String event) {
    return machine.moves().stream()
        .filter(move -> move.from().equals(state) && move.event().equals(event))
        .findFirst();
  }

  private MachinePaths() {}
}
