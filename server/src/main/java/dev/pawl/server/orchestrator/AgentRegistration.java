package dev.pawl.server.orchestrator;

import dev.pawl.core.agent.Agent.HeldLease;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.effects.Outbox;
import java.time.Duration;
import java.util.Optional;

/// Registers agents, and reconciles the leases of one that comes back: a lease that it still works
/// on is renewed, a job that it never received is dispatched again, and a lease that it has lost is
/// revoked. Owned by the loop.
///
/// A lease that has ended, but that the agent still reports as in flight, cannot be looked up
/// without its run. It is answered when the agent sends a message under it, which it does at once.
final class AgentRegistration {

  private final Decider decider;
  private final ConnectedAgents agents;
  private final LeaseIds leaseIds;
  private final Outbox outbox;
  private final Duration heartbeat;

  AgentRegistration(
      Decider decider,
      ConnectedAgents agents,
      LeaseIds leaseIds,
      Outbox outbox,
      Duration heartbeat) {
    this.decider = decider;
    this.agents = agents;
    this.leaseIds = leaseIds;
    this.outbox = outbox;
    this.heartbeat = heartbeat;
  }

  /// Registers an agent. Returns it, unless it is rejected.
  Optional<ConnectedAgent> register(Batch batch, AgentRegister register, AgentLink link) {
    String id = register.agentId();
    if (agents.of(link).filter(agent -> !agent.id().equals(id)).isPresent()) {
      batch.reply(() -> link.close("this connection is another agent's"));
      return Optional.empty();
    }
    if (!agents.hasRoomFor(id, batch.arrivalCount())) {
      batch.reply(() -> link.close("too many agents are connected here"));
      return Optional.empty();
    }
    var command =
        new AgentStateCommand.Register(
            Actor.agent(id), link.org(), register.name(), register.labels(), register.slots());
    if (decider.decide(batch, id, command) instanceof Decision.Refused(var refusal)) {
      batch.reply(() -> link.close(refusal.message()));
      return Optional.empty();
    }
    var ack =
        new RegisterAck(id, (int) heartbeat.toSeconds(), batch.now().toString(), register.name());
    batch.send(link, ack);
    Optional<ConnectedAgent> known = agents.of(link);
    ConnectedAgent agent = known.orElseGet(() -> new ConnectedAgent(id, link));
    for (HeldLease held : batch.agent(id).leases()) {
      reconcile(batch, held, register, agent, known.isEmpty());
    }
    return Optional.of(agent);
  }

  /// Only the first registration of a connection shows which leases the agent has lost: a repeated
  /// one may have been written before a dispatch that it has accepted since.
  private void reconcile(
      Batch batch, HeldLease held, AgentRegister register, ConnectedAgent agent, boolean isFirst) {
    if (register.inFlight().contains(leaseIds.of(held.run(), held.lease()))) {
      decider.decide(
          batch, held.run(), new EngineCommand.RenewLease(held.lease(), Actor.agent(agent.id())));
      return;
    }
    // Another orchestrator may have accepted its start: a second dispatch would start it twice.
    batch.refresh(held.run());
    Optional<AttemptState> state =
        batch.run(held.run()).flatMap(run -> run.attemptUnder(held.lease())).map(Attempt::state);
    if (state.filter(AttemptState.LEASED::equals).isPresent()) {
      var dispatch = new Effect.Dispatch(held.lease(), agent.id());
      batch.reply(() -> outbox.dispatchAgain(held.run(), dispatch));
    } else if (isFirst) {
      String why = "the agent reconnected without it";
      // The registration may be older than what the agent has done since. So the lease is revoked,
      // and there is no other attempt before the agent has fenced itself.
      decider.decide(
          batch, held.run(), new EngineCommand.RevokeLease(held.lease(), Actor.ORCHESTRATOR, why));
    }
  }

  void drain(Batch batch, ConnectedAgent from) {
    decider.decide(batch, from.id(), new AgentStateCommand.Drain(Actor.agent(from.id())));
  }

  /// Records that the agent is disconnected, which changes nothing but jobs that are running.
  void loseContact(Batch batch, ConnectedAgent agent) {
    for (HeldLease held : batch.agent(agent.id()).leases()) {
      decider.decide(batch, held.run(), new EngineCommand.LoseContact(held.lease()));
    }
  }
}
