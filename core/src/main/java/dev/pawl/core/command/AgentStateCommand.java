package dev.pawl.core.command;

import dev.pawl.core.identity.Actor;
import java.util.List;

/// What somebody wants of an agent's record.
public sealed interface AgentStateCommand {

  /// Who wants it.
  Actor actor();

  /// The agent is here, and this is what it can do.
  record Register(Actor actor, String name, List<String> labels, int slots)
      implements AgentStateCommand {
    public Register {
      labels = List.copyOf(labels);
    }
  }

  /// The agent finishes what it has, and takes nothing more: on its own word, or an operator's.
  record Drain(Actor actor) implements AgentStateCommand {}

  /// An operator takes the drain back. What the agent says itself is not theirs to take back.
  record Resume(Actor actor) implements AgentStateCommand {}

  /// The agent is not trusted any more: its leases are taken back.
  record Revoke(Actor actor, String why) implements AgentStateCommand {}
}
