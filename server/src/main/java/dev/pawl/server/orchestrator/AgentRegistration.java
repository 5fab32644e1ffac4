package dev.pawl.server.orchestrator;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.Agent.HeldLease;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.AgentMessageRenderer;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.Decider;
import java.time.Duration;
import java.util.Optional;

/// Agents come, and go. Who comes back is reconciled with the leases that it has: what it still
/// does goes on, what it never heard of is sent again, what it has lost is lost.
///
/// A lease that it believes in and that is over has no run to be looked up by; it is answered as
/// soon as the agent speaks under it, which it does at once, and then with the hooks that it may
/// run. Owned by the loop.
final class AgentRegistration {

  private final Decider decider;
  private final AgentPresence attendance;
  private final LeaseIds leaseIds;
  private final AgentMessageRenderer deliveries;
  private final Duration heartbeat;

  AgentRegistration(
      Decider decider,
      AgentPresence attendance,
      LeaseIds leaseIds,
      AgentMessageRenderer deliveries,
      Duration heartbeat) {
    this.decider = decider;
    this.attendance = attendance;
    this.leaseIds = leaseIds;
    this.deliveries = deliveries;
    this.heartbeat = heartbeat;
  }

  /// Takes notice of an agent. Gives its connection, unless it is not wanted.
  Optional<ConnectedAgent> register(Batch batch, AgentRegister register, AgentLink link) {
    String id = register.agentId();
    if (attendance.of(link).filter(linked -> !linked.agent().equals(id)).isPresent()) {
      batch.tell(() -> link.close("this connection is another agent's"));
      return Optional.empty();
    }
    if (!attendance.hasRoomFor(id, batch.arrivals())) {
      batch.tell(() -> link.close("too many agents are connected here"));
      return Optional.empty();
    }
    var command =
        new AgentStateCommand.Register(
            Actor.agent(id), register.name(), register.labels(), register.slots());
    if (decider.decide(batch, id, command) instanceof Decision.Refused(var refusal)) {
      batch.tell(() -> link.close(refusal.message()));
      return Optional.empty();
    }
    var ack = new RegisterAck(id, (int) heartbeat.toSeconds(), batch.now().toString());
    batch.tell(link, ack);
    Optional<ConnectedAgent> known = attendance.of(link);
    ConnectedAgent linked = known.orElseGet(() -> new ConnectedAgent(id, link));
    for (HeldLease held : batch.agent(id).leases()) {
      reconcile(batch, held, register, linked, known.isEmpty());
    }
    return Optional.of(linked);
  }

  /// Only the first registration of a connection tells what the agent has lost: one that is
  /// repeated may have been written before a dispatch that it has taken since.
  private void reconcile(
      Batch batch, HeldLease held, AgentRegister register, ConnectedAgent linked, boolean isFirst) {
    Actor agent = Actor.agent(register.agentId());
    if (register.inFlight().contains(leaseIds.of(held.run(), held.lease()))) {
      decider.decide(batch, held.run(), new EngineCommand.RenewLease(held.lease(), agent));
      return;
    }
    // Another orchestrator may have heard its start: to be sent the job again would start it again.
    batch.catchUp(held.run());
    Optional<AttemptState> state =
        batch.run(held.run()).flatMap(run -> run.attemptUnder(held.lease())).map(Attempt::state);
    if (state.filter(AttemptState.LEASED::equals).isPresent()) {
      batch
          .run(held.run())
          .ifPresent(run -> batch.tell(linked.link(), deliveries.dispatch(run, held.lease())));
    } else if (isFirst) {
      String why = "the agent came back without it";
      // Not on its word: a registration that was long on its way says nothing of what came after
      // it. So the lease is taken back, and there is no other attempt before it has fenced itself.
      decider.decide(
          batch, held.run(), new EngineCommand.RevokeLease(held.lease(), Actor.ORCHESTRATOR, why));
    }
  }

  void drain(Batch batch, ConnectedAgent from) {
    decider.decide(batch, from.agent(), new AgentStateCommand.Drain(Actor.agent(from.agent())));
  }

  /// A lost socket alone changes nothing but `running`.
  void lose(Batch batch, ConnectedAgent linked) {
    Agent agent = batch.agent(linked.agent());
    for (HeldLease held : agent.leases()) {
      decider.decide(batch, held.run(), new EngineCommand.LoseContact(held.lease()));
    }
  }
}
