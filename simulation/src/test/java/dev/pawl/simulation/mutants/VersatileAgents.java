package dev.pawl.simulation.mutants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import java.util.List;

/// A decision context whose agents have every label.
record VersatileAgents(DecisionContext around) implements DecisionContext {

  @Override
  public Agent agent(String id) {
    Agent known = around.agent(id);
    return new Agent(
        known.key(),
        known.name(),
        List.of(Agent.ANY_LABEL),
        known.slots(),
        Agent.Availability.READY,
        known.leases(),
        known.backoffUntil(),
        known.version());
  }

  @Override
  public Group group(String key) {
    return around.group(key);
  }

  @Override
  public Breaker breaker(String tool) {
    return around.breaker(tool);
  }

  @Override
  public List<List<String>> agentLabels() {
    return around.agentLabels();
  }

  @Override
  public List<GroupPlace> groupPlaces(RunId run) {
    return around.groupPlaces(run);
  }
}
