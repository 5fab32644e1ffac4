package dev.pawl.server.agents;

import dev.pawl.server.BoundedSize;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The agents that are connected to this orchestrator. Owned by the loop.
public final class ConnectedAgents {

  private final Map<String, ConnectedAgent> byAgent = new TreeMap<>();

  /// Only ever asked, never gone through: its order means nothing.
  private final IdentityHashMap<AgentLink, ConnectedAgent> byLink = new IdentityHashMap<>();

  /// A second connection under the same name replaces the first.
  public void add(ConnectedAgent linked) {
    @Nullable ConnectedAgent before = byAgent.put(linked.agent(), linked);
    if (before != null && !before.link().equals(linked.link())) {
      byLink.remove(before.link());
      before.link().close("the agent has connected again, or another one has its token");
    }
    byLink.put(linked.link(), linked);
  }

  public void remove(ConnectedAgent linked) {
    byLink.remove(linked.link());
    byAgent.remove(linked.agent(), linked);
  }

  public Optional<ConnectedAgent> of(AgentLink link) {
    return Optional.ofNullable(byLink.get(link));
  }

  public Optional<ConnectedAgent> of(String agent) {
    return Optional.ofNullable(byAgent.get(agent));
  }

  public List<String> agents() {
    return List.copyOf(byAgent.keySet());
  }

  public void forgetNumbers() {
    byAgent.values().forEach(ConnectedAgent::forgetNumbers);
  }

  public int size() {
    return byAgent.size();
  }

  /// @param most how many agents there may be
  public List<BoundedSize> sizes(int most) {
    List<BoundedSize> sizes = new ArrayList<>();
    sizes.add(new BoundedSize("ConnectedAgents.byAgent", byAgent.size(), most));
    sizes.add(new BoundedSize("ConnectedAgents.byLink", byLink.size(), most));
    byAgent.values().forEach(linked -> sizes.addAll(linked.sizes()));
    return sizes;
  }
}
