package dev.pawl.server.effects;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.AgentMessageRenderer;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.agents.DispatchBudget;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.store.Change;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Dispatches that are committed as their lease alone, without a stored effect, to agents that are
/// connected here. They wait until there is room to render them. An agent that loses one gets the
/// job again when it registers. Owned by the loop.
final class UnstoredDispatches {

  private record Unsent(RunId run, Effect.Dispatch dispatch) {}

  private final OrchestratorLimits limits;
  private final AggregateCache cache;
  private final ConnectedAgents agents;
  private final AgentMessageRenderer renderer;
  private final DispatchBudget budget;
  private final Set<Unsent> unsent = new LinkedHashSet<>();

  UnstoredDispatches(
      OrchestratorLimits limits,
      AggregateCache cache,
      ConnectedAgents agents,
      AgentMessageRenderer renderer,
      DispatchBudget budget) {
    this.limits = limits;
    this.cache = cache;
    this.agents = agents;
    this.renderer = renderer;
    this.budget = budget;
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

  /// Adds a dispatch that is committed, unless it waits already. If there is no room to remember
  /// it, the attempt returns to the queue because its agent does not confirm it.
  void add(RunId run, Effect.Dispatch dispatch) {
    if (unsent.size() < most()) {
      unsent.add(new Unsent(run, dispatch));
    }
  }

  /// Sends those for which there is room. An agent that is not connected any more gets its job when
  /// it registers.
  void send() {
    Iterator<Unsent> all = unsent.iterator();
    while (all.hasNext() && budget.hasRoom()) {
      Unsent next = all.next();
      if (isReady(next)) {
        agents.of(next.dispatch().agent()).ifPresent(agent -> send(next, agent.link()));
        all.remove();
      }
    }
  }

  private boolean isReady(Unsent one) {
    Optional<ConnectedAgent> agent = agents.of(one.dispatch().agent());
    return agent.isEmpty() || budget.hasRoomFor(agent.get().link());
  }

  /// Its agent cannot have confirmed a job that it does not have. If it has, it got the job from
  /// another orchestrator meanwhile.
  private void send(Unsent one, AgentLink link) {
    LeaseRef lease = one.dispatch().lease();
    cache
        .run(one.run())
        .filter(run ->
            run.attemptUnder(lease).map(Attempt::state).equals(Optional.of(AttemptState.LEASED)))
        .ifPresent(run -> link.dispatch(renderer.dispatch(run, lease), budget));
  }

  /// Whether one could be sent now.
  boolean isReady() {
    return !unsent.isEmpty() && budget.hasRoom() && unsent.stream().anyMatch(this::isReady);
  }

  private long most() {
    return limits.effects() + 2L * limits.batch();
  }

  List<BoundedSize> sizes() {
    return List.of(new BoundedSize("UnstoredDispatches.unsent", unsent.size(), most()));
  }
}
