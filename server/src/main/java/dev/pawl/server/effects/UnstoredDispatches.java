package dev.pawl.server.effects;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.AgentMessageRenderer;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.store.Change;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Dispatches that are committed without an effect, since the lease says as much, and are to be
/// sent to agents that are linked here. What is lost of it, the agent is told when it registers.
/// Owned by the loop.
final class UnstoredDispatches {

  private record Unsent(RunId run, Effect.Dispatch dispatch) {}

  private final OrchestratorLimits limits;
  private final AggregateCache cache;
  private final ConnectedAgents links;
  private final AgentMessageRenderer deliveries;
  private final Deque<Unsent> unsent = new ArrayDeque<>();

  UnstoredDispatches(
      OrchestratorLimits limits,
      AggregateCache cache,
      ConnectedAgents links,
      AgentMessageRenderer deliveries) {
    this.limits = limits;
    this.cache = cache;
    this.links = links;
    this.deliveries = deliveries;
  }

  /// The agents that `changes` dispatch to without an effect. None, while there is no room to
  /// remember it.
  Set<String> linked(List<Change> changes) {
    Set<String> linked = new LinkedHashSet<>();
    if (unsent.size() >= limits.effects()) {
      return linked;
    }
    for (Change change : changes) {
      for (Effect effect : change.effects()) {
        if (effect instanceof Effect.Dispatch dispatch && links.of(dispatch.agent()).isPresent()) {
          linked.add(dispatch.agent());
        }
      }
    }
    return linked;
  }

  /// It is committed, and ours to send.
  void add(RunId run, Effect.Dispatch dispatch) {
    unsent.add(new Unsent(run, dispatch));
  }

  /// Whoever is not there any more is told when it comes back.
  void send() {
    for (Unsent next = unsent.peek(); next != null; next = unsent.peek()) {
      Effect.Dispatch dispatch = next.dispatch();
      Optional<ConnectedAgent> linked = links.of(dispatch.agent());
      if (linked.isPresent()) {
        cache
            .run(next.run())
            .flatMap(run -> deliveries.message(run, dispatch))
            .ifPresent(linked.get().link()::send);
      }
      unsent.remove();
    }
  }

  boolean isEmpty() {
    return unsent.isEmpty();
  }

  List<BoundedSize> sizes() {
    long most = limits.effects() + 2L * limits.batch();
    return List.of(new BoundedSize("UnstoredDispatches.unsent", unsent.size(), most));
  }
}
