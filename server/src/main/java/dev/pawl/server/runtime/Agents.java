package dev.pawl.server.runtime;

import dev.pawl.protocol.FromAgent.AgentRegister;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The agents that are here, what they can do, and how much of it they are doing. Owned by the
/// loop.
final class Agents {

  /// The label of an agent that takes whatever there is.
  static final String ANY = "*";

  /// For how long an agent that rejected a job is not asked again.
  private static final Duration RESPITE = Duration.ofSeconds(10);

  private static final class Agent {
    private final AgentLink link;
    private final List<String> labels;
    private final int slots;
    private int busy;
    private Instant askAgainAt = Instant.MIN;

    private Agent(AgentLink link, List<String> labels, int slots) {
      this.link = link;
      this.labels = List.copyOf(labels);
      this.slots = slots;
    }

    private boolean fits(List<String> runsOn) {
      return labels.contains(ANY) || labels.containsAll(runsOn);
    }
  }

  private final Map<String, Agent> agents = new LinkedHashMap<>();

  void register(AgentRegister register, AgentLink link) {
    var agent = new Agent(link, register.labels(), register.slots());
    Agent before = agents.put(register.agentId(), agent);
    if (before != null) {
      agent.busy = before.busy; // its leases live on, whatever became of its connection
      agent.askAgainAt = before.askAgainAt;
    }
  }

  /// The agent with the labels that has the most free slots.
  Optional<String> freeFor(List<String> runsOn, Instant now) {
    return agents.entrySet().stream()
        .filter(entry -> entry.getValue().busy < entry.getValue().slots)
        .filter(entry -> !now.isBefore(entry.getValue().askAgainAt))
        .filter(entry -> entry.getValue().fits(runsOn))
        .max(Comparator.comparingInt(entry -> entry.getValue().slots - entry.getValue().busy))
        .map(Map.Entry::getKey);
  }

  Optional<AgentLink> link(String agentId) {
    return Optional.ofNullable(agents.get(agentId)).map(agent -> agent.link);
  }

  Optional<String> idOf(AgentLink link) {
    return agents.entrySet().stream()
        .filter(entry -> entry.getValue().link.equals(link))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  void took(String agentId) {
    slots(agentId, 1);
  }

  void gaveBack(String agentId) {
    slots(agentId, -1);
  }

  void rejected(String agentId, Instant now) {
    Agent agent = agents.get(agentId);
    if (agent != null) {
      agent.askAgainAt = now.plus(RESPITE);
    }
  }

  private void slots(String agentId, int change) {
    Agent agent = agents.get(agentId);
    if (agent != null) {
      agent.busy += change;
    }
  }
}
