package dev.pawl.core.engine;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Origin;
import java.util.List;

/// The committed state that a decision about a run may read beside the run. What was read is part
/// of the decision, and the commit fails if it has changed.
public interface DecisionContext {

  /// The group of that key; an empty one if it was never used.
  Group group(String key);

  /// The breaker of that key; a closed one if it was never used.
  Breaker breaker(String key);

  /// The agent of that id; [Agent#unknown] if it never registered.
  Agent agent(String id);

  /// The distinct label sets of the org's agents that are not revoked. For messages only: no
  /// decision depends on it.
  List<List<String>> agentLabels(String org);

  /// The places of another run and of its jobs, held or waited for. Used to detect deadlocks.
  List<GroupPlace> groupPlaces(RunId run);

  /// A context without other runs, in which every agent has every label.
  DecisionContext NONE =
      new DecisionContext() {
        @Override
        public Group group(String key) {
          return Group.named(key);
        }

        @Override
        public Breaker breaker(String key) {
          return Breaker.of(key, ToolProfile.DEFAULT);
        }

        @Override
        public Agent agent(String id) {
          return Agent.unknown(id)
              .registered(Origin.DEFAULT_ORG, id, List.of(Agent.ANY_LABEL), Integer.MAX_VALUE);
        }

        @Override
        public List<List<String>> agentLabels(String org) {
          return List.of(List.of(Agent.ANY_LABEL));
        }

        @Override
        public List<GroupPlace> groupPlaces(RunId run) {
          return List.of();
        }
      };
}
