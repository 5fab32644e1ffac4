package dev.pawl.simulation.monitor;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.agents.LeaseIds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Every aggregate as its own journal tells it, kept outside of the system.
public final class ReferenceState {

  /// The lease that an id stands for.
  public record Leased(RunId run, LeaseRef lease, String agent) {}

  private final LeaseIds leaseIds;
  private final Map<RunId, Run> runs = new LinkedHashMap<>();
  private final Map<RunId, Run> open = new LinkedHashMap<>();
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final Map<String, Breaker> breakers = new LinkedHashMap<>();
  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final Map<String, Leased> leases = new LinkedHashMap<>();

  public ReferenceState(LeaseIds leaseIds) {
    this.leaseIds = leaseIds;
  }

  public @Nullable Run run(RunId id) {
    return runs.get(id);
  }

  public Iterable<Run> runs() {
    return runs.values();
  }

  /// The runs that are not over.
  public Map<RunId, Run> open() {
    return open;
  }

  public Group group(String key) {
    return groups.getOrDefault(key, Group.named(key));
  }

  public Map<String, Group> groups() {
    return groups;
  }

  public @Nullable Breaker breaker(String tool) {
    return breakers.get(tool);
  }

  public Map<String, Breaker> breakers() {
    return breakers;
  }

  public Agent agent(String id) {
    return agents.getOrDefault(id, Agent.unknown(id));
  }

  public Map<String, Agent> agents() {
    return agents;
  }

  /// The lease that the id stands for, if it was ever granted.
  public Optional<Leased> lease(String id) {
    return Optional.ofNullable(leases.get(id));
  }

  public void granted(RunId run, LeaseRef lease, String agent) {
    leases.put(leaseIds.of(run, lease), new Leased(run, lease, agent));
  }

  public void put(Run run) {
    runs.put(run.id(), run);
    if (run.isOver()) {
      open.remove(run.id());
    } else {
      open.put(run.id(), run);
    }
  }

  public void put(Group group) {
    groups.put(group.key(), group);
  }

  public void put(Breaker breaker) {
    breakers.put(breaker.key(), breaker);
  }

  public void put(Agent agent) {
    agents.put(agent.key(), agent);
  }
}
