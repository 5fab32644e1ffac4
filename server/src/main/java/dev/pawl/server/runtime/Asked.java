package dev.pawl.server.runtime;

import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent;
import java.util.concurrent.CompletableFuture;

/// What waits for the loop.
sealed interface Asked {

  /// Somebody wants a new run; answered with its first decision.
  record Create(Run run, CompletableFuture<Decision> reply) implements Asked {}

  /// Somebody wants something of a run.
  record Of(RunId run, Command command, CompletableFuture<Decision> reply) implements Asked {}

  /// An agent said something.
  record Heard(FromAgent message, AgentLink link) implements Asked {}

  /// It will not be decided. An agent is not answered, so that it says it again.
  default void fail(StoreFailure failure) {
    switch (this) {
      case Create(_, var reply) -> reply.completeExceptionally(failure);
      case Of(_, _, var reply) -> reply.completeExceptionally(failure);
      case Heard _ -> {}
    }
  }
}
