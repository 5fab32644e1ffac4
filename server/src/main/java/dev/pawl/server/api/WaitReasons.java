package dev.pawl.server.api;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.server.store.Store;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reasons why the jobs of one run wait, for one response: the store is asked once for each.
///
/// Agents that are connected to another orchestrator are not known here.
final class WaitReasons {

  /// Most agents that are checked for free slots.
  private static final int MOST_AGENTS = 100;

  private final Run run;
  private final Instant now;
  private final StatusExplainer explaining;

  private final Optional<String> pause;

  private WaitReasons(Run run, Instant now, StatusExplainer explaining, Optional<String> pause) {
    this.pause = pause;
    this.run = run;
    this.now = now;
    this.explaining = explaining;
  }

  /// @param connected the agents that are connected here, as they have registered
  /// @param pause why no job is dispatched now
  static WaitReasons of(Run run, Store store, List<Agent> connected, Optional<String> pause) {
    boolean isAgentWanted = run.jobCounts().inStates(AttemptState.QUEUED) > 0;
    boolean areFew = connected.size() <= MOST_AGENTS;
    List<Agent> agents =
        isAgentWanted && areFew
            ? connected.stream().map(agent -> store.agent(agent.key())).toList()
            : connected;
    // The default deadlines will do: no times are shown.
    var explaining = new StatusExplainer(Deadlines.DEFAULT, new Once(store), agents);
    return new WaitReasons(run, store.now(), explaining, pause);
  }

  /// The reason for the state of a job, in words.
  String reason(Job job) {
    return switch (job.attempt().state()) {
      case QUEUED -> pause.orElseGet(() -> words(explaining.job(run, job.index(), now)));
      case PENDING, HELD, WAITING -> words(explaining.job(run, job.index(), now));
      default -> job.attempt().reason().message();
    };
  }

  private static String words(Explanation why) {
    if (!why.facts().isEmpty()
        && why.facts().getFirst() instanceof Fact.MissingLabels(var labels)) {
      return labels.isEmpty()
          ? "no agent is connected to this server"
          : "no agent that is connected to this server has " + String.join(", ", labels);
    }
    return why.status().message();
  }

  /// Caches the groups: jobs of a run are often in the same one.
  private record Once(Store store, Map<String, Group> groups) implements DecisionContext {

    Once(Store store) {
      this(store, new HashMap<>());
    }

    @Override
    public Group group(String key) {
      return groups.computeIfAbsent(key, store::group);
    }

    @Override
    public Breaker breaker(String key) {
      return store.breaker(key);
    }

    @Override
    public Agent agent(String id) {
      return store.agent(id);
    }

    @Override
    public List<List<String>> agentLabels(String org) {
      return store.agentLabels(org);
    }

    @Override
    public List<GroupPlace> groupPlaces(RunId other) {
      return store.groupPlaces(other);
    }
  }
}
