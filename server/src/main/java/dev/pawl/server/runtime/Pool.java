package dev.pawl.server.runtime;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.Agent.Holding;
import dev.pawl.core.run.RunId;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The agents that are linked here, as they were last seen: who could take what, and whose work
/// they do. Which labels were asked for is remembered with those who have them, so that to find one
/// does not cost what all of them cost.
final class Pool {

  private static final int MOST_LABELS = 1_000;

  private static final Comparator<Agent> BY_ROOM =
      Comparator.<Agent>comparingInt(agent -> agent.leases().size() - agent.slots())
          .thenComparing(Agent::key);

  private final Map<String, Agent> agents = new TreeMap<>();
  private final Map<List<String>, NavigableSet<Agent>> fitting = new LinkedHashMap<>();
  private final Map<RunId, String> repositories = new LinkedHashMap<>();
  private final Map<String, Integer> inUse = new LinkedHashMap<>();

  /// Takes notice of an agent that is linked here, or of its absence; gives what was known before.
  @Nullable Agent put(String id, @Nullable Agent agent) {
    @Nullable Agent before = agent == null ? agents.remove(id) : agents.put(id, agent);
    if (before != null) {
      fitting.values().forEach(some -> some.remove(before));
      before.leases().forEach(lease -> count(lease, -1));
    }
    if (agent != null) {
      agent.leases().forEach(lease -> count(lease, 1));
      fitting.forEach((labels, some) -> {
        if (isCandidate(agent, labels)) {
          some.add(agent);
        }
      });
    }
    return before;
  }

  private void count(Holding lease, int change) {
    inUse.merge(repositories.getOrDefault(lease.run(), ""), change, Integer::sum);
  }

  /// Whose a run is; known before any agent is known to work for it.
  void learn(RunId run, String repository) {
    repositories.putIfAbsent(run, repository);
  }

  boolean knows(RunId run) {
    return repositories.containsKey(run);
  }

  /// Forgets whose the runs are that nobody works for. Called now and then.
  void tidy() {
    if (repositories.size() > MOST_LABELS) {
      Map<RunId, String> needed = new LinkedHashMap<>();
      agents.values().stream()
          .flatMap(agent -> agent.leases().stream())
          .forEach(lease -> needed.put(lease.run(), repositories.getOrDefault(lease.run(), "")));
      repositories.clear();
      repositories.putAll(needed);
      inUse.values().removeIf(count -> count == 0);
    }
  }

  int inUse(String repository) {
    return inUse.getOrDefault(repository, 0);
  }

  /// The agent with the labels that has the most room.
  Optional<Agent> freeFor(List<String> runsOn, Instant now) {
    if (fitting.size() > MOST_LABELS) {
      fitting.clear();
    }
    NavigableSet<Agent> some = fitting.computeIfAbsent(runsOn, this::candidates);
    for (Agent agent : some) {
      if (agent.isFree(now)) {
        return Optional.of(agent);
      }
    }
    return Optional.empty();
  }

  private NavigableSet<Agent> candidates(List<String> runsOn) {
    NavigableSet<Agent> some = new TreeSet<>(BY_ROOM);
    agents.values().stream().filter(agent -> isCandidate(agent, runsOn)).forEach(some::add);
    return some;
  }

  /// Whether it could take such a job, at once or when it has rested.
  private static boolean isCandidate(Agent agent, List<String> runsOn) {
    return agent.isFree(Instant.MAX) && agent.has(runsOn);
  }

  Optional<Agent> agent(String id) {
    return Optional.ofNullable(agents.get(id));
  }

  boolean hasRoom(Instant now) {
    return agents.values().stream().anyMatch(agent -> agent.isFree(now));
  }
}
