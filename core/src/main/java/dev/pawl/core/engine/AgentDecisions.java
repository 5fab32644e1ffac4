package dev.pawl.core.engine;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.Agent.Availability;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AgentAvailabilityChanged;
import dev.pawl.core.event.DomainEvent.AgentRegistered;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.lifecycle.ActorKind;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Decides about agents: registration, drain and revocation. Their leases belong to the runs, which
/// are reached by effects.
final class AgentDecisions {

  static Decision decide(Agent agent, AgentStateCommand command, Instant now) {
    return switch (command) {
      case AgentStateCommand.Register _ when agent.availability() == Availability.REVOKED ->
          Engine.refuse(Refusal.Code.UNFIT, "agent '" + agent.key() + "' was revoked");
      case AgentStateCommand.Register(var by, var org, var name, var labels, var slots) -> {
        var event = new AgentRegistered(org, name, labels, slots);
        boolean isNews =
            agent.version() == 0 || !((Agent) EventApplier.apply(agent, event, now)).equals(agent);
        yield isNews ? accepted(agent, event, by, List.of(), now) : new Decision.Late("known");
      }
      case AgentStateCommand.Drain(var by) -> {
        boolean isItsOwnWord = by.kind() == ActorKind.AGENT;
        Availability next =
            isItsOwnWord ? agent.availability().leaving() : agent.availability().draining(true);
        yield changed(agent, next, by, now);
      }
      case AgentStateCommand.Resume(var by) ->
          changed(agent, agent.availability().draining(false), by, now);
      case AgentStateCommand.Revoke _ when agent.availability() == Availability.REVOKED ->
          new Decision.Late("it was revoked already");
      case AgentStateCommand.Revoke(var by, var why) -> {
        var event =
            new AgentAvailabilityChanged(Availability.REVOKED, Reason.of(ReasonCode.USER, why));
        List<Effect> effects = new ArrayList<>();
        for (Agent.HeldLease held : agent.leases()) {
          effects.add(
              new Effect.AskRun(held.run(), new EngineCommand.RevokeLease(held.lease(), by, why)));
        }
        yield accepted(agent, event, by, effects, now);
      }
    };
  }

  private static Decision changed(Agent agent, Availability next, Actor by, Instant now) {
    return next == agent.availability()
        ? new Decision.Late("the agent is in that state already")
        : accepted(agent, new AgentAvailabilityChanged(next, Reason.PROGRESS), by, List.of(), now);
  }

  private static Decision accepted(
      Agent agent, DomainEvent.OfAgent event, Actor by, List<Effect> effects, Instant now) {
    Aggregate after = EventApplier.committed(EventApplier.apply(agent, event, now));
    var revision = new Revision(after, TransitionFactory.lines(agent.key(), event, by));
    return new Decision.Accepted(List.of(revision), List.of(), effects, List.of());
  }

  private AgentDecisions() {}
}
