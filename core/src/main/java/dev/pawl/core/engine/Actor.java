package dev.pawl.core.engine;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Owner;
import java.util.List;

/// Who made something happen, as the journal names it: `person:ana`, `agent:linux-1`, `clock`.
public record Actor(Owner kind, String name) {

  public static final Actor CLOCK = new Actor(Owner.CLOCK, "");
  public static final Actor ORCHESTRATOR = new Actor(Owner.ORCHESTRATOR, "");
  public static final Actor PLANNER = new Actor(Owner.PLANNER, "");

  public static final Actor POLICY = new Actor(Owner.POLICY, "");

  public static Actor reviewer(String name) {
    return new Actor(Owner.REVIEWER, name);
  }

  public static Actor person(String name) {
    return new Actor(Owner.PERSON, name);
  }

  public static Actor agent(String name) {
    return new Actor(Owner.AGENT, name);
  }

  /// Who answers for a row of a table that this actor's command set off: this actor where the row
  /// is theirs, else the orchestrator, for whatever follows from it, the clock, for a bound that
  /// the command cut short, the planner, for a plan that never came, or a policy, for what a
  /// time-out, a failed sibling or a newer run takes away.
  Actor answeringFor(List<Owner> owners) {
    if (owners.contains(kind)) {
      return this;
    }
    if (owners.contains(Owner.ORCHESTRATOR)) {
      return ORCHESTRATOR;
    }
    if (owners.contains(Owner.CLOCK)) {
      return CLOCK;
    }
    if (owners.contains(Owner.PLANNER)) {
      return PLANNER;
    }
    if (owners.contains(Owner.POLICY)) {
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
