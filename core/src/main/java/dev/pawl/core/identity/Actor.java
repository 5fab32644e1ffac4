package dev.pawl.core.identity;

import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Machine;

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

  @Override
  public String toString() {
    String kindName = Machine.wireName(kind);
    return name.isEmpty() ? kindName : kindName + ":" + name;
  }
}
