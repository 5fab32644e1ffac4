package dev.pawl.server.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An agent's connection, and the last numbers that were heard on it. They are of this connection
/// only: an agent that was elsewhere meanwhile has gone on counting there. Owned by the loop.
final class Linked {

  /// The numbers of so many leases are known; those of others are asked for again.
  static final int MOST = 10_000;

  private final String agent;
  private final AgentLink link;
  private final Map<String, Long> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST;
        }
      };

  Linked(String agent, AgentLink link) {
    this.agent = agent;
    this.link = link;
  }

  String agent() {
    return agent;
  }

  AgentLink link() {
    return link;
  }

  OptionalLong lastHeard(String leaseId) {
    @Nullable Long known = last.get(leaseId);
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }

  void heard(String leaseId, long seq) {
    last.put(leaseId, seq);
  }

  /// Asks the store again.
  void forgetNumbers() {
    last.clear();
  }

  int leases() {
    return last.size();
  }
}
