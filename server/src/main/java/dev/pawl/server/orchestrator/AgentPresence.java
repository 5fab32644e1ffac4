package dev.pawl.server.orchestrator;

import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.effects.Outbox;

/// Connects and disconnects agents, once that is durable. Owned by the loop.
final class AgentPresence {

  private final LoopMemory memory;
  private final Outbox outbox;
  private boolean hasArrivals;

  AgentPresence(LoopMemory memory, Outbox outbox) {
    this.memory = memory;
    this.outbox = outbox;
  }

  /// The agent may be given work, and its pending effects are delivered.
  void connected(ConnectedAgent agent) {
    memory.agents().add(agent);
    hasArrivals = true;
    outbox.rewind();
    memory.dispatcher().linked(memory.cache().agent(agent.id()));
  }

  void disconnected(ConnectedAgent agent) {
    memory.agents().remove(agent);
    if (memory.agents().of(agent.id()).isEmpty()) {
      memory.dispatcher().unlinked(agent.id());
    }
  }

  /// Closes the connections of revoked agents. Before that, their leases were revoked.
  void disconnectRevoked() {
    for (String id : memory.agents().ids()) {
      if (memory.dispatcher().isRevoked(id)) {
        memory
            .agents()
            .of(id)
            .ifPresent(agent -> {
              agent.link().close("the agent was revoked");
              disconnected(agent);
            });
      }
    }
  }

  /// Whether an agent has connected since [#clearArrivals].
  boolean hasArrivals() {
    return hasArrivals;
  }

  void clearArrivals() {
    hasArrivals = false;
  }
}
