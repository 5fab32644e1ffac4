package dev.pawl.server.runtime;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromServer.Resend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An agent's connection, and the last numbers that were heard on it. They are of this connection
/// only: an agent that was elsewhere meanwhile has gone on counting there. Owned by the loop.
final class Linked {

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

  OptionalLong lastHeard(RunId run, LeaseRef lease) {
    @Nullable Long known = last.get(new Under(run, lease));
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }

  void heard(RunId run, LeaseRef lease, long seq) {
    last.put(new Under(run, lease), seq);
  }

  /// Asks for everything from that number on; once a connection, since whoever came too early with
  /// it is as many as were said, and each would have all of them said again. Should what was asked
  /// for be lost once more, the agent says it again by itself.
  void resend(RunId run, LeaseRef lease, String leaseId, long from) {
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

  List<Bounded> sizes() {
    return List.of(
        new Bounded("Linked.last", last.size(), MOST),
        new Bounded("Linked.asked", asked.size(), MOST));
  }
}
