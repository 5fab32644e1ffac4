package dev.pawl.server.agents;

import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.protocol.ServerMessage.Resend;
import dev.pawl.server.BoundedSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An agent's connection, and the last numbers that were heard on it. They are of this connection
/// only: an agent that was elsewhere meanwhile has gone on counting there. Owned by the loop.
public final class ConnectedAgent {

  /// The numbers of so many leases are known; those of others are asked for again.
  private static final int MOST = 10_000;

  private final String agent;
  private final AgentLink link;
  private final Map<Under, Long> last = numbers();
  private final Map<Under, Long> asked = numbers();

  private record Under(RunId run, LeaseRef lease) {}

  private static Map<Under, Long> numbers() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<Under, Long> eldest) {
        return size() > MOST;
      }
    };
  }

  public ConnectedAgent(String agent, AgentLink link) {
    this.agent = agent;
    this.link = link;
  }

  public String agent() {
    return agent;
  }

  public AgentLink link() {
    return link;
  }

  public OptionalLong lastHeard(RunId run, LeaseRef lease) {
    @Nullable Long known = last.get(new Under(run, lease));
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }

  public void heard(RunId run, LeaseRef lease, long seq) {
    last.put(new Under(run, lease), seq);
  }

  /// Asks for everything from that number on; once a connection, since whoever came too early with
  /// it is as many as were said, and each would have all of them said again. Should what was asked
  /// for be lost once more, the agent says it again by itself.
  public void resend(RunId run, LeaseRef lease, String leaseId, long from) {
    @Nullable Long before = asked.put(new Under(run, lease), from);
    if (before == null || before != from) {
      link.send(new Resend(leaseId, from));
    }
  }

  /// The store is asked again. The agent is not: while the store is full this comes with every
  /// batch, and a gap that is asked for each time is a storm.
  void forgetNumbers() {
    last.clear();
  }

  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("ConnectedAgent.last", last.size(), MOST),
        new BoundedSize("ConnectedAgent.asked", asked.size(), MOST));
  }
}
