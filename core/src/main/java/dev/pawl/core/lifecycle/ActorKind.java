package dev.pawl.core.lifecycle;

import java.util.List;
import java.util.stream.Collectors;

/// Whose word makes an event.
public enum ActorKind {
  ORCHESTRATOR,
  PLANNER,
  PERSON,
  POLICY,
  REVIEWER,
  CLOCK,
  AGENT;

  /// The owners of a row, in the order in which the table names them.
  static List<ActorKind> by(ActorKind... owners) {
    return List.of(owners);
  }

  /// The owners of a row as a reader sees them: `person, policy`.
  public static String words(List<ActorKind> owners) {
    return owners.stream().map(Machine::wireName).collect(Collectors.joining(", "));
  }
}
