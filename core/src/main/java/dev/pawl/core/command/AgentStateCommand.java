package dev.pawl.core.command;

import dev.pawl.core.identity.Actor;
import java.util.List;

/// A command about the record of an agent.
public sealed interface AgentStateCommand {

  /// The actor that asks for it.
  Actor actor();

  /// The agent of an org connected and states its name, labels and slots.
  record Register(Actor actor, String org, String name, List<String> labels, int slots)
      implements AgentStateCommand {
    public Register {
      labels = List.copyOf(labels);
    }
  }

  /// The agent finishes its current jobs and accepts no more; asked for by the agent itself or by
  /// an operator.
  record Drain(Actor actor) implements AgentStateCommand {}

  /// An operator ends a drain. It does not end a drain that the agent asked for itself.
  record Resume(Actor actor) implements AgentStateCommand {}

  /// The agent is no longer trusted: its leases are revoked.
  record Revoke(Actor actor, String why) implements AgentStateCommand {}
}
