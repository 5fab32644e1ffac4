package dev.pawl.server.runtime;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent;
import java.util.concurrent.CompletableFuture;

/// The command loop: drains what has arrived, decides it against cached state, commits it all in
/// one transaction, and only then tells anybody.
public final class Orchestrator {

  public Orchestrator(
      Identity identity, Store store, Deadlines deadlines, LeaseIds leaseIds, Outside outside) {
    throw new UnsupportedOperationException();
  }

  /// A new run. The reply is there when it is durable.
  public CompletableFuture<Decision> create(Run run) {
    return create(run, "");
  }

  /// A new run, unless the trigger of that key has made one: then [Decision.Late] with its id.
  public CompletableFuture<Decision> create(Run run, String triggerKey) {
    throw new UnsupportedOperationException();
  }

  /// Something of a run. The reply is there when it is durable.
  public CompletableFuture<Decision> ask(RunId run, Command command) {
    throw new UnsupportedOperationException();
  }

  /// Something of an agent's record.
  public CompletableFuture<Decision> ask(String agent, AgentCommand command) {
    throw new UnsupportedOperationException();
  }

  /// Closes a tool's breaker.
  public CompletableFuture<Decision> reset(String tool, Actor by) {
    throw new UnsupportedOperationException();
  }

  /// What an agent says. Waits while the queue is full, which slows the agent down.
  public void heard(FromAgent message, AgentLink link) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /// The connection with an agent is gone.
  public void gone(AgentLink link) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /// One turn: waits for something to do, at most until the next poll, and does it.
  ///
  /// @throws StoreFailure if it could not be made durable; then nobody was told anything
  public void step() throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /// One turn, without waiting. Says whether there is more to do at once.
  ///
  /// @throws StoreFailure if it could not be made durable; then nobody was told anything
  public boolean turn() {
    throw new UnsupportedOperationException();
  }

  /// Forgets what has been delivered, so that a clean end leaves no effects behind.
  public void settle() {
    throw new UnsupportedOperationException();
  }
}
