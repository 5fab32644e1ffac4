package dev.pawl.core.identity;

import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Machine;
import java.util.List;

/// The person, agent or part of Pawl that made something happen, as the journal names it:
/// `person:team-ops`, `agent:linux-1`, `clock`.
public record Actor(ActorKind kind, String name) {

  public static final Actor CLOCK = new Actor(ActorKind.CLOCK, "");
  public static final Actor ORCHESTRATOR = new Actor(ActorKind.ORCHESTRATOR, "");
  public static final Actor PLANNER = new Actor(ActorKind.PLANNER, "");

  public static final Actor POLICY = new Actor(ActorKind.POLICY, "");

  public static Actor reviewer(String name) {
    return new Actor(ActorKind.REVIEWER, name);
  }

  public static Actor person(String name) {
    return new Actor(ActorKind.PERSON, name);
  }

  public static Actor agent(String name) {
    return new Actor(ActorKind.AGENT, name);
  }

  /// The actor to record for a row of a table that this actor's command triggered: this actor where
  /// the row allows it; otherwise the orchestrator for a consequence, the clock for a deadline that
  /// the command cut short, the planner for a plan that never arrived, or a policy for a timeout,
  /// fail-fast or a newer run.
  public Actor answeringFor(List<ActorKind> owners) {
    if (owners.contains(kind)) {
      return this;
    }
    if (owners.contains(ActorKind.ORCHESTRATOR)) {
      return ORCHESTRATOR;
    }
    if (owners.contains(ActorKind.CLOCK)) {
      return CLOCK;
    }
    if (owners.contains(ActorKind.PLANNER)) {
      return PLANNER;
    }
    if (owners.contains(ActorKind.POLICY)) {
      return POLICY;
    }
    throw new IllegalStateException(this + " may not do what only " + owners + " may");
  }

  @Override
  public String toString() {
    String kindName = Machine.wireName(kind);
    return name.isEmpty() ? kindName : kindName + ":" + name;
  }
}
