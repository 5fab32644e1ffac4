package dev.pawl.core.lifecycle;

import java.util.List;

/// Whose word makes an event.
public enum Owner {
  ORCHESTRATOR,
  PLANNER,
  PERSON,
  POLICY,
  REVIEWER,
  CLOCK,
  AGENT;

  /// The owners of a row, in the order in which the table names them.
  static List<Owner> by(Owner... owners) {
    return List.of(owners);
  }
}
