package dev.pawl.server.runtime;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What waits for the loop.
sealed interface Asked {

  /// Somebody wants a new run; answered with its first decision, or with that about the plan that
  /// it brings.
  record Create(Run run, Optional<Plan> plan, String triggerKey, CompletableFuture<Decision> reply)
      implements Asked {}

  /// Somebody wants something of a run.
  record Of(RunId run, Command command, CompletableFuture<Decision> reply) implements Asked {}

  /// Somebody wants something of an agent's record.
  record OfAgent(String agent, AgentCommand command, CompletableFuture<Decision> reply)
      implements Asked {}

  /// Somebody wants a breaker closed.
  record Reset(String tool, Actor by, CompletableFuture<Decision> reply) implements Asked {}

  /// An agent said something.
  record Heard(FromAgent message, AgentLink link) implements Asked {}

  /// A connection is gone.
  record Gone(AgentLink link) implements Asked {}

  /// A run wants something of another, or another run.
  record Owed(StoredEffect effect) implements Asked {}

  /// Another orchestrator has committed something: it is there for the loop to wake up.
  record News() implements Asked {}

  /// It will not be decided now. An agent is not answered, so that it says it again; an effect
  /// stays in the store, so that it is found again.
  default void fail(RuntimeException why) {
    switch (this) {
      case Create(_, _, _, var reply) -> reply.completeExceptionally(why);
      case Of(_, _, var reply) -> reply.completeExceptionally(why);
      case OfAgent(_, _, var reply) -> reply.completeExceptionally(why);
      case Reset(_, _, var reply) -> reply.completeExceptionally(why);
      case Heard _, Gone _, Owed _, News _ -> {}
    }
  }
}
