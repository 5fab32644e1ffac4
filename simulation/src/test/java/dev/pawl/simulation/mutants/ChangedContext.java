package dev.pawl.simulation.mutants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import java.util.List;

/// A decision context that differs from the real one in what an implementation overrides.
interface ChangedContext extends DecisionContext {

  /// The real one.
  DecisionContext around();

  @Override
  default Agent agent(String id) {
    return around().agent(id);
  }

  @Override
  default Group group(String key) {
    return around().group(key);
  }

  @Override
  default Breaker breaker(String key) {
    return around().breaker(key);
  }

  @Override
  default List<List<String>> agentLabels(String org) {
    return around().agentLabels(org);
  }

  @Override
  default List<GroupPlace> groupPlaces(RunId run) {
    return around().groupPlaces(run);
  }
}
