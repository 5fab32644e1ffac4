package dev.pawl.simulation.mutants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.engine.DecisionContext;
import java.util.List;

/// A decision context whose agents have every label.
record VersatileAgents(DecisionContext around) implements ChangedContext {

  @Override
  public Agent agent(String id) {
    Agent known = around.agent(id);
    return new Agent(
        known.key(),
        known.org(),
        known.name(),
        List.of(Agent.ANY_LABEL),
        known.slots(),
        Agent.Availability.READY,
        known.leases(),
        known.backoffUntil(),
        known.version());
  }
}
