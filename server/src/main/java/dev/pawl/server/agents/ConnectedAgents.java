package dev.pawl.server.agents;

import dev.pawl.server.BoundedSize;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Registry of the agents that are connected to this orchestrator. Owned by the loop.
public final class ConnectedAgents {

  private final int most;
  private final Map<String, ConnectedAgent> byId = new TreeMap<>();

  /// Only looked up, never iterated: its order means nothing.
  private final IdentityHashMap<AgentLink, ConnectedAgent> byLink = new IdentityHashMap<>();

  /// @param most how many agents there may be
  public ConnectedAgents(int most) {
    this.most = most;
  }

  /// Adds an agent. A second connection of the same agent replaces the first.
  public void add(ConnectedAgent agent) {
    @Nullable ConnectedAgent before = byId.put(agent.id(), agent);
    if (before != null && !before.link().equals(agent.link())) {
      byLink.remove(before.link());
      before.link().close("the agent has connected again, or another one has its token");
    }
    byLink.put(agent.link(), agent);
  }

  public void remove(ConnectedAgent agent) {
    byLink.remove(agent.link());
    byId.remove(agent.id(), agent);
  }

  public Optional<ConnectedAgent> of(AgentLink link) {
    return Optional.ofNullable(byLink.get(link));
  }

  public Optional<ConnectedAgent> of(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /// Whether there is room for an agent, beside those that are just connecting. For one that is
  /// connected already there is.
  public boolean hasRoomFor(String id, int connecting) {
    return byId.size() + connecting < most || byId.containsKey(id);
  }

  /// The ids of all, in order.
  public List<String> ids() {
    return List.copyOf(byId.keySet());
  }

  /// Forgets the sequence numbers: the store is asked again.
  public void forgetNumbers() {
    byId.values().forEach(ConnectedAgent::forgetNumbers);
  }

  public List<BoundedSize> sizes() {
    List<BoundedSize> sizes = new ArrayList<>();
    sizes.add(new BoundedSize("ConnectedAgents.byId", byId.size(), most));
    sizes.add(new BoundedSize("ConnectedAgents.byLink", byLink.size(), most));
    byId.values().forEach(agent -> sizes.addAll(agent.sizes()));
    return sizes;
  }
}
