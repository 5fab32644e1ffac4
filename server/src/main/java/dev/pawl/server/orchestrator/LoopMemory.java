package dev.pawl.server.orchestrator;

import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.dispatch.Dispatcher;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CommitConflict;

/// Memory of the command loop about the store: cached aggregates, the last sequence numbers of
/// connected agents, and the work that is ready. None of it is relied on without the store's check
/// at the commit, so it may be discarded at any time. Owned by the loop.
record LoopMemory(AggregateCache cache, ConnectedAgents agents, Dispatcher dispatcher) {

  /// Discards everything that may come from a batch that was not committed, or be the reason why.
  void discard() {
    dispatcher.rollback();
    cache.clear();
    agents.forgetNumbers();
  }

  /// Discards what another orchestrator has changed meanwhile.
  void refresh(CommitConflict conflict) {
    dispatcher.rollback();
    agents.forgetNumbers();
    for (AggregateKey changed : conflict.aggregates()) {
      cache.markStale(changed);
      if (changed.kind() == Kind.AGENT && dispatcher.isLinked(changed.key())) {
        dispatcher.reload(changed.key());
      }
    }
  }
}
