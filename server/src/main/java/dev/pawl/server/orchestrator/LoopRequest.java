package dev.pawl.server.orchestrator;

import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.store.StoredEffect;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What waits for the loop.
public sealed interface LoopRequest {

  /// Somebody wants a new run; answered with its first decision, or with that about the plan that
  /// it brings.
  record RunCreation(
      Run run, Optional<Plan> plan, String triggerKey, CompletableFuture<Decision> reply)
      implements LoopRequest {}

  /// Somebody wants something of a run.
  record RunCommand(RunId run, EngineCommand command, CompletableFuture<Decision> reply)
      implements LoopRequest {}

  /// Somebody wants something of an agent's record.
  record AgentUpdate(String agent, AgentStateCommand command, CompletableFuture<Decision> reply)
      implements LoopRequest {}

  /// Somebody wants a breaker closed.
  record BreakerReset(String tool, Actor by, CompletableFuture<Decision> reply)
      implements LoopRequest {}

  /// An agent said something.
  record ReceivedMessage(AgentMessage message, AgentLink link) implements LoopRequest {}

  /// A connection is gone.
  record Disconnection(AgentLink link) implements LoopRequest {}

  /// A run wants something of another, or another run.
  record CrossRunRequest(StoredEffect effect) implements LoopRequest {}

  /// Another orchestrator has committed something: it is there for the loop to wake up.
  record WakeUp() implements LoopRequest {}

  /// It will not be decided now. An agent is not answered, so that it says it again; an effect
  /// stays in the store, so that it is found again.
  default void fail(RuntimeException why) {
    switch (this) {
      case RunCreation(_, _, _, var reply) -> reply.completeExceptionally(why);
      case RunCommand(_, _, var reply) -> reply.completeExceptionally(why);
      case AgentUpdate(_, _, var reply) -> reply.completeExceptionally(why);
      case BreakerReset(_, _, var reply) -> reply.completeExceptionally(why);
      case ReceivedMessage _, Disconnection _, CrossRunRequest _, WakeUp _ -> {}
    }
  }
}
