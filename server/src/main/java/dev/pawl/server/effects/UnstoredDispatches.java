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

/// Dispatches that are committed as their lease alone, without a stored effect, to agents that are
/// connected here. An agent that loses one gets the job again when it registers. Owned by the loop.
final class UnstoredDispatches {

  private record Unsent(RunId run, Effect.Dispatch dispatch) {}

  private final OrchestratorLimits limits;
  private final AggregateCache cache;
  private final ConnectedAgents agents;
  private final AgentMessageRenderer renderer;
  private final Deque<Unsent> unsent = new ArrayDeque<>();

  UnstoredDispatches(
      OrchestratorLimits limits,
      AggregateCache cache,
      ConnectedAgents agents,
      AgentMessageRenderer renderer) {
    this.limits = limits;
    this.cache = cache;
    this.agents = agents;
    this.renderer = renderer;
  }

  /// The agents that `changes` dispatch to without an effect. None while there is no room to
  /// remember the dispatches.
  Set<String> dispatchedHere(List<Change> changes) {
    Set<String> connected = new LinkedHashSet<>();
    if (unsent.size() >= limits.effects()) {
      return connected;
    }
    for (Change change : changes) {
      for (Effect effect : change.effects()) {
        if (effect instanceof Effect.Dispatch dispatch && agents.of(dispatch.agent()).isPresent()) {
          connected.add(dispatch.agent());
        }
      }
    }
    return connected;
  }

  /// Adds a dispatch that is committed.
  void add(RunId run, Effect.Dispatch dispatch) {
    unsent.add(new Unsent(run, dispatch));
  }

  /// Sends all. An agent that is not connected any more gets its job when it registers.
  void send() {
    for (Unsent next = unsent.peek(); next != null; next = unsent.peek()) {
      Effect.Dispatch dispatch = next.dispatch();
      Optional<ConnectedAgent> agent = agents.of(dispatch.agent());
      if (agent.isPresent()) {
        cache
            .run(next.run())
            .flatMap(run -> renderer.message(run, dispatch))
            .ifPresent(agent.get().link()::send);
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
