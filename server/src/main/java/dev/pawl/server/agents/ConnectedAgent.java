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

/// A connected agent, with the last sequence numbers that were accepted on this connection. They
/// are of this connection only: an agent that was connected elsewhere meanwhile has gone on
/// counting there. Owned by the loop.
public final class ConnectedAgent {

  /// The sequence numbers of so many leases are remembered; the store has the others.
  private static final int MOST = 1_000;

  private record LeaseKey(RunId run, LeaseRef lease) {}

  private final String id;
  private final AgentLink link;
  private final Map<LeaseKey, Long> lastSequences = newLru();
  private final Map<LeaseKey, Long> requestedResends = newLru();

  private static Map<LeaseKey, Long> newLru() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<LeaseKey, Long> eldest) {
        return size() > MOST;
      }
    };
  }

  public ConnectedAgent(String id, AgentLink link) {
    this.id = id;
    this.link = link;
  }

  public String id() {
    return id;
  }

  public AgentLink link() {
    return link;
  }

  public OptionalLong lastSequence(RunId run, LeaseRef lease) {
    @Nullable Long known = lastSequences.get(new LeaseKey(run, lease));
    return known == null ? OptionalLong.empty() : OptionalLong.of(known);
  }

  public void recordSequence(RunId run, LeaseRef lease, long seq) {
    lastSequences.put(new LeaseKey(run, lease), seq);
  }

  /// Asks the agent to repeat everything from a number on. Once a connection: every message after a
  /// gap would ask for all of them again. If the repetition is lost too, the agent repeats by
  /// itself.
  public void requestResend(RunId run, LeaseRef lease, String leaseId, long from) {
    @Nullable Long before = requestedResends.put(new LeaseKey(run, lease), from);
    if (before == null || before != from) {
      link.send(new Resend(leaseId, from));
    }
  }

  /// Forgets the sequence numbers, but not what was asked to be resent: while the store is full
  /// this happens with every batch, and to ask for each gap every time would be a storm.
  public void forgetNumbers() {
    lastSequences.clear();
  }

  public List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("ConnectedAgent.lastSequences", lastSequences.size(), MOST),
        new BoundedSize("ConnectedAgent.requestedResends", requestedResends.size(), MOST));
  }
}
