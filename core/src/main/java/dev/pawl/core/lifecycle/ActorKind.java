package dev.pawl.core.lifecycle;

import java.util.List;
import java.util.stream.Collectors;

/// The kinds of actor that can cause an event.
public enum ActorKind {
  /// The engine itself, for what follows from other events.
  ORCHESTRATOR,
  /// The part that reads workflows.
  PLANNER,
  /// A person, by a command.
  PERSON,
  /// A rule of the workflow, such as a timeout or a concurrency group.
  POLICY,
  /// A person who approves or rejects.
  REVIEWER,
  /// A deadline that has passed.
  CLOCK,
  /// An agent, by a message.
  AGENT;

  /// The actors of a row, in the order in which the table names them.
  static List<ActorKind> by(ActorKind... owners) {
    return List.of(owners);
  }

  /// The actors of a row as text: `person, policy`.
  public static String words(List<ActorKind> owners) {
    return owners.stream().map(Machine::wireName).collect(Collectors.joining(", "));
  }
}
