package dev.pawl.core.engine;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import java.util.List;

/// What a decision about a run may need to know beside the run: the aggregates that it touches, as
/// they are committed. Whatever was read is part of the decision, and a commit finds out if it has
/// changed meanwhile.
public interface DecisionContext {

  /// The group of that key; one without members if nobody ever came.
  Group group(String key);

  /// The breaker of that tool; a closed one if nobody ever asked.
  Breaker breaker(String tool);

  /// The agent of that id; [Agent#unknown] if it never registered.
  Agent agent(String id);

  /// The labels of the agents that were not revoked, every combination once. Only ever told to
  /// people: no decision depends on it.
  List<List<String>> agentLabels();

  /// In which groups another run, or its jobs, wait or hold a place. Used to find circles of runs
  /// that wait for each other.
  List<GroupPlace> groupPlaces(RunId run);

  /// Nobody else is there; every agent can do everything.
  DecisionContext NONE =
      new DecisionContext() {
        @Override
        public Group group(String key) {
          return Group.named(key);
        }

        @Override
        public Breaker breaker(String tool) {
          return Breaker.of(tool, ToolProfile.DEFAULT);
        }

        @Override
        public Agent agent(String id) {
          return Agent.unknown(id).registered(id, List.of(Agent.ANY_LABEL), Integer.MAX_VALUE);
        }

        @Override
        public List<List<String>> agentLabels() {
          return List.of(List.of(Agent.ANY_LABEL));
        }

        @Override
        public List<GroupPlace> groupPlaces(RunId run) {
          return List.of();
        }
      };
}
