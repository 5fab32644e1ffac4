package dev.pawl.server.dispatch;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.Agent.HeldLease;
import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.BoundedSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Pool of the agents that are connected here: their labels and free slots, and how many leases
/// each repository has in use. The agents that meet each demand are indexed, so that finding one
/// does not cost a scan of all, nor an update one of all demands.
final class AgentPool {

  private static final int MOST_DEMANDS = 1_000;

  /// Most runs whose repository is remembered, besides those that agents work for.
  private static final int MOST_RUNS = 10_000;

  /// The repository of a run that is not known yet.
  private static final RepositoryKey UNKNOWN = new RepositoryKey("", "");

  private static final Comparator<Agent> BY_ROOM =
      Comparator.<Agent>comparingInt(agent -> agent.leases().size() - agent.slots())
          .thenComparing(Agent::key);

  private final Map<String, Agent> agents = new TreeMap<>();
  private final Map<AgentDemand, NavigableSet<Agent>> fitting = new LinkedHashMap<>();
  private final Map<String, List<AgentDemand>> fits = new LinkedHashMap<>();
  private final Map<RunId, RepositoryKey> repositories = new LinkedHashMap<>();
  private final Map<RepositoryKey, Integer> inUse = new LinkedHashMap<>();
  private int leases;

  /// Updates an agent, or removes it if it is null; returns what was known before.
  @Nullable Agent put(String id, @Nullable Agent agent) {
    if (Objects.equals(agents.get(id), agent)) {
      return agent; // as at most polls
    }
    @Nullable Agent before = agent == null ? agents.remove(id) : agents.put(id, agent);
    if (before != null) {
      askedOf(id).forEach(demand -> fitting(demand).remove(before));
    }
    if (agent == null) {
      fits.remove(id);
    } else {
      if (before == null
          || !before.labels().equals(agent.labels())
          || !before.org().equals(agent.org())) {
        fits.put(id, new ArrayList<>(fitting.keySet().stream().filter(agent::meets).toList()));
      }
      askedOf(id).stream().filter(_ -> agent.isAvailable()).forEach(it -> fitting(it).add(agent));
    }
    compare(before, agent, lease -> count(lease, -1), lease -> count(lease, 1));
    return before;
  }

  /// The leases of an agent that are not known here.
  List<HeldLease> newOf(Agent agent) {
    List<HeldLease> more = new ArrayList<>();
    compare(agents.get(agent.key()), agent, _ -> {}, more::add);
    return more;
  }

  /// Compares the leases of an agent before and after. It appends new leases to its list, and
  /// removes any; the rest keep their order.
  private static void compare(
      @Nullable Agent before,
      @Nullable Agent after,
      Consumer<HeldLease> gone,
      Consumer<HeldLease> come) {
    List<HeldLease> kept = after == null ? List.of() : after.leases();
    int next = 0;
    for (HeldLease had : before == null ? List.<HeldLease>of() : before.leases()) {
      if (next < kept.size() && had.equals(kept.get(next))) {
        next++;
      } else {
        gone.accept(had);
      }
    }
    kept.subList(next, kept.size()).forEach(come);
  }

  /// The demands that were asked for and that the agent meets.
  private List<AgentDemand> askedOf(String id) {
    return fits.getOrDefault(id, List.of());
  }

  private NavigableSet<Agent> fitting(AgentDemand demand) {
    return fitting.getOrDefault(demand, new TreeSet<>(BY_ROOM));
  }

  private void count(HeldLease lease, int change) {
    leases += change;
    inUse.merge(
        repositories.computeIfAbsent(lease.run(), _ -> UNKNOWN),
        change,
        (before, more) -> before + more == 0 ? null : before + more);
  }

  /// Remembers the repository of a run, before any agent works for it.
  void learn(RunId run, RepositoryKey repository) {
    repositories.putIfAbsent(run, repository);
  }

  boolean knows(RunId run) {
    return repositories.containsKey(run);
  }

  /// Forgets the repositories of runs that no agent works for, if they are many. Called between
  /// batches, because the rollback of one brings leases back.
  void tidy() {
    if (needsCleanup()) {
      Map<RunId, RepositoryKey> needed = new LinkedHashMap<>();
      agents.values().stream()
          .flatMap(agent -> agent.leases().stream())
          .forEach(
              lease -> needed.put(lease.run(), repositories.getOrDefault(lease.run(), UNKNOWN)));
      repositories.clear();
      repositories.putAll(needed);
    }
  }

  boolean needsCleanup() {
    return repositories.size() > MOST_RUNS + leases;
  }

  int inUse(RepositoryKey repository) {
    return inUse.getOrDefault(repository, 0);
  }

  /// The agent that meets the demand and has the most free slots.
  Optional<Agent> freeFor(AgentDemand demand, Instant now) {
    for (Agent agent : available(demand)) {
      if (agent.leases().size() >= agent.slots()) {
        break; // and so are those after it
      }
      if (agent.isFree(now)) {
        return Optional.of(agent);
      }
    }
    return Optional.empty();
  }

  /// An agent that meets the demand and accepts work, now or when a slot is free.
  Optional<Agent> serving(AgentDemand demand) {
    NavigableSet<Agent> some = available(demand);
    return some.isEmpty() ? Optional.empty() : Optional.of(some.first());
  }

  /// The agents that meet the demand and accept work, those with the most free slots first.
  private NavigableSet<Agent> available(AgentDemand demand) {
    @Nullable NavigableSet<Agent> known = fitting.get(demand);
    if (known != null) {
      return known;
    }
    if (fitting.size() >= MOST_DEMANDS) {
      fitting.clear();
      fits.values().forEach(List::clear);
    }
    NavigableSet<Agent> some = new TreeSet<>(BY_ROOM);
    fitting.put(demand, some);
    for (Agent agent : agents.values()) {
      if (agent.meets(demand)) {
        fits.computeIfAbsent(agent.key(), _ -> new ArrayList<>()).add(demand);
        if (agent.isAvailable()) {
          some.add(agent);
        }
      }
    }
    return some;
  }

  /// Whether an agent here meets the demand and accepts work, now or later.
  boolean serves(AgentDemand demand) {
    return !available(demand).isEmpty();
  }

  Optional<Agent> agent(String id) {
    return Optional.ofNullable(agents.get(id));
  }

  /// @param most how many agents there may be
  /// @param learned of how many runs it may have learned since it was tidied
  List<BoundedSize> sizes(int most, int learned) {
    long pairs = (long) MOST_DEMANDS * Math.max(1, agents.size());
    return List.of(
        new BoundedSize("AgentPool.agents", agents.size(), most),
        new BoundedSize("AgentPool.fitting", fitting.size(), pairs),
        new BoundedSize("AgentPool.fits", fits.size(), pairs),
        new BoundedSize(
            "AgentPool.repositories", repositories.size(), (long) MOST_RUNS + leases + learned),
        new BoundedSize("AgentPool.inUse", inUse.size(), leases));
  }
}
