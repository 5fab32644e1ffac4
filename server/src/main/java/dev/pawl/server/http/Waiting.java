package dev.pawl.server.http;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Surroundings;
import dev.pawl.core.group.Group;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.core.why.Explaining;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.Why;
import dev.pawl.server.runtime.Store;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Why the jobs of one run wait, for one answer: what is asked of the store is asked once.
///
/// An agent that is connected elsewhere is not known here, and neither is what it could do.
final class Waiting {

  /// That many agents are looked at for whether they are free; it is not told of more.
  private static final int MOST_AGENTS = 100;

  private final Run run;
  private final Instant now;
  private final Explaining explaining;

  private Waiting(Run run, Instant now, Explaining explaining) {
    this.run = run;
    this.now = now;
    this.explaining = explaining;
  }

  /// @param connected the agents that are connected here, as they have registered
  static Waiting of(Run run, Store store, List<Agent> connected) {
    boolean isAgentWanted = run.tally().in(AttemptState.QUEUED) > 0;
    boolean areFew = connected.size() <= MOST_AGENTS;
    List<Agent> agents =
        isAgentWanted && areFew
            ? connected.stream().map(agent -> store.agent(agent.key())).toList()
            : connected;
    // No time of what it finds is told.
    var explaining = new Explaining(Deadlines.DEFAULT, new Once(store), agents);
    return new Waiting(run, store.now(), explaining);
  }

  /// Why a job is where it is, in words.
  String reason(Job job) {
    return switch (job.attempt().state()) {
      case PENDING, QUEUED, HELD, WAITING -> words(explaining.job(run, job.index(), now));
      default -> job.attempt().reason().message();
    };
  }

  private static String words(Why why) {
    if (!why.facts().isEmpty()
        && why.facts().getFirst() instanceof Fact.MissingLabels(var labels)) {
      return labels.isEmpty()
          ? "no agent is connected here"
          : "no agent that is connected here has " + String.join(", ", labels);
    }
    return why.standing().message();
  }

  /// Jobs of a run are often in the same group.
  private record Once(Store store, Map<String, Group> groups) implements Surroundings {

    Once(Store store) {
      this(store, new HashMap<>());
    }

    @Override
    public Group group(String key) {
      return groups.computeIfAbsent(key, store::group);
    }

    @Override
    public Breaker breaker(String tool) {
      return store.breaker(tool);
    }

    @Override
    public Agent agent(String id) {
      return store.agent(id);
    }

    @Override
    public List<List<String>> labels() {
      return store.labels();
    }

    @Override
    public List<Place> places(RunId other) {
      return store.places(other);
    }
  }
}
