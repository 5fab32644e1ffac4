package dev.pawl.server.orchestrator;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.store.QueueReservation;
import dev.pawl.server.store.StoredEffect;
import java.util.Optional;

/// A request to the command loop, from a person, an agent, or another run.
sealed interface LoopRequest {

  /// To create a run. The reply is the first decision about it, or the one about the plan that it
  /// brings.
  record RunCreation(
      Run run,
      StartPlanning start,
      Optional<FinishPlanning> planned,
      String triggerKey,
      DecisionReply reply)
      implements LoopRequest {}

  /// To decide a command about a run.
  record RunCommand(RunId run, EngineCommand command, DecisionReply reply) implements LoopRequest {}

  /// To change an agent's record.
  record AgentUpdate(String agent, AgentStateCommand command, DecisionReply reply)
      implements LoopRequest {}

  /// To close a breaker.
  record BreakerReset(String breaker, Actor by, DecisionReply reply) implements LoopRequest {}

  /// To give a tool a profile of its own, or to take it away.
  record ToolConfiguration(
      String breaker, Optional<ToolProfile> profile, Actor by, DecisionReply reply)
      implements LoopRequest {}

  /// To handle a message of an agent.
  record ReceivedMessage(AgentMessage message, AgentLink link) implements LoopRequest {}

  /// To handle the end of a connection.
  record Disconnection(AgentLink link) implements LoopRequest {}

  /// To deliver an effect of one run on another.
  record CrossRunRequest(StoredEffect effect) implements LoopRequest {}

  /// Another orchestrator has reserved a queue.
  record Reservation(String orchestrator, QueueReservation queue) implements LoopRequest {}

  /// Wakes the loop up, and asks for nothing.
  record WakeUp() implements LoopRequest {}

  /// Completes the reply, if there is one, with the reason why the request is not decided. An agent
  /// gets no reply, and repeats its message; an effect stays in the store, and is found again.
  default void fail(RuntimeException reason) {
    switch (this) {
      case RunCreation(_, _, _, _, var reply) -> reply.completeExceptionally(reason);
      case RunCommand(_, _, var reply) -> reply.completeExceptionally(reason);
      case AgentUpdate(_, _, var reply) -> reply.completeExceptionally(reason);
      case BreakerReset(_, _, var reply) -> reply.completeExceptionally(reason);
      case ToolConfiguration(_, _, _, var reply) -> reply.completeExceptionally(reason);
      case ReceivedMessage _, Disconnection _, CrossRunRequest _, Reservation _, WakeUp _ -> {}
    }
  }
}
