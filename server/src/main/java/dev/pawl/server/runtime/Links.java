package dev.pawl.server.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The agents that are connected to this orchestrator. Owned by the loop.
final class Links {

  private final Map<String, Linked> byAgent = new TreeMap<>();

  /// Only ever asked, never gone through: its order means nothing.
  private final IdentityHashMap<AgentLink, Linked> byLink = new IdentityHashMap<>();

  /// A second connection under the same name replaces the first.
  void add(Linked linked) {
    @Nullable Linked before = byAgent.put(linked.agent(), linked);
    if (before != null && !before.link().equals(linked.link())) {
      byLink.remove(before.link());
      before.link().close("the agent has connected again, or another one has its token");
    }
    byLink.put(linked.link(), linked);
  }

  void remove(Linked linked) {
    byLink.remove(linked.link());
    byAgent.remove(linked.agent(), linked);
  }

  Optional<Linked> of(AgentLink link) {
    return Optional.ofNullable(byLink.get(link));
  }

  Optional<Linked> of(String agent) {
    return Optional.ofNullable(byAgent.get(agent));
  }

  List<String> agents() {
    return List.copyOf(byAgent.keySet());
  }

  void forgetNumbers() {
    byAgent.values().forEach(Linked::forgetNumbers);
  }

  int size() {
    return byAgent.size();
  }

  /// @param most how many agents there may be
  List<Bounded> sizes(int most) {
    List<Bounded> sizes = new ArrayList<>();
    sizes.add(new Bounded("Links.byAgent", byAgent.size(), most));
    sizes.add(new Bounded("Links.byLink", byLink.size(), most));
    byAgent.values().forEach(linked -> sizes.addAll(linked.sizes()));
    return sizes;
  }
}
