package dev.pawl.core.engine;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.Agent.Standing;
import dev.pawl.core.engine.Event.AgentRegistered;
import dev.pawl.core.engine.Event.AgentStanding;
import dev.pawl.core.lifecycle.Owner;
import dev.pawl.core.lifecycle.ReasonCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Agents come, drain and are revoked. Their leases belong to the runs, and are reached by effects.
final class Enlisting {

  static Decision decide(Agent agent, AgentCommand command, Instant now) {
    return switch (command) {
      case AgentCommand.Register _ when agent.standing() == Standing.REVOKED ->
          Engine.refuse(Refusal.Code.UNFIT, agent.key() + " was revoked");
      case AgentCommand.Register(var by, var name, var labels, var slots) -> {
        var event = new AgentRegistered(name, labels, slots);
        boolean isNews =
            agent.version() == 0 || !((Agent) Apply.apply(agent, event, now)).equals(agent);
        yield isNews ? accepted(agent, event, by, List.of(), now) : new Decision.Late("known");
      }
      case AgentCommand.Drain(var by) -> {
        boolean isItsOwnWord = by.kind() == Owner.AGENT;
        Standing next = isItsOwnWord ? agent.standing().leaving() : agent.standing().draining(true);
        yield changed(agent, next, by, now);
      }
      case AgentCommand.Resume(var by) -> changed(agent, agent.standing().draining(false), by, now);
      case AgentCommand.Revoke _ when agent.standing() == Standing.REVOKED ->
          new Decision.Late("it was revoked already");
      case AgentCommand.Revoke(var by, var why) -> {
        var event = new AgentStanding(Standing.REVOKED, Reason.of(ReasonCode.USER, why));
        List<Effect> effects = new ArrayList<>();
        for (Agent.Holding held : agent.leases()) {
          effects.add(
              new Effect.AskRun(held.run(), new Command.RevokeLease(held.lease(), by, why)));
        }
        yield accepted(agent, event, by, effects, now);
      }
    };
  }

  private static Decision changed(Agent agent, Standing next, Actor by, Instant now) {
    return next == agent.standing()
        ? new Decision.Late("it is so already")
        : accepted(agent, new AgentStanding(next, Reason.PROGRESS), by, List.of(), now);
  }

  private static Decision accepted(
      Agent agent, Event.OfAgent event, Actor by, List<Effect> effects, Instant now) {
    Aggregate after = Apply.committed(Apply.apply(agent, event, now));
    var revision = new Revision(after, Journal.lines(agent.key(), event, by));
    return new Decision.Accepted(List.of(revision), List.of(), effects, List.of());
  }

  private Enlisting() {}
}
