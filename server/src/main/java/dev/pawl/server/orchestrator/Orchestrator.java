package dev.pawl.server.orchestrator;

import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.decision.QuarantinedRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The command loop: drains what has arrived, decides it against cached state, commits it all in
/// one transaction, and only then tells anybody. Several may share a store.
///
/// Owned by whoever calls [#step] or [#turn]; everybody else talks to it through its bounded queue.
/// It has no thread, no clock and no chance of its own: time is the store's, and the same calls
/// over the same store come to the same.
public final class Orchestrator {

  private final Inbox inbox;
  private final CommandLoop loop;
  private volatile @Nullable String refusal;
  private volatile @Nullable String ending;

  public Orchestrator(
      OrchestratorIdentity identity,
      Store store,
      Deadlines deadlines,
      LeaseIds leaseIds,
      OrchestratorPorts outside) {
    this(identity, store, deadlines, leaseIds, outside, CommitExecutor.inCallersThread());
  }

  /// One that decides while somebody else carries its commits out.
  public Orchestrator(
      OrchestratorIdentity identity,
      Store store,
      Deadlines deadlines,
      LeaseIds leaseIds,
      OrchestratorPorts outside,
      CommitExecutor carrier) {
    this(
        identity,
        OrchestratorLimits.DEFAULT,
        store,
        new Engine(deadlines),
        leaseIds,
        outside,
        carrier);
  }

  /// With limits of its own, and an engine that somebody watches.
  public Orchestrator(
      OrchestratorIdentity identity,
      OrchestratorLimits limits,
      Store store,
      Engine engine,
      LeaseIds leaseIds,
      OrchestratorPorts outside,
      CommitExecutor carrier) {
    this.inbox = new Inbox(limits);
    store.onNotification(inbox::wake);
    this.loop =
        new CommandLoop(
            identity,
            limits,
            inbox,
            new LoopComponents(limits, store, engine, leaseIds, outside),
            carrier);
  }

  /// A new run. The reply is there when it is durable.
  public CompletableFuture<Decision> create(Run run) {
    return create(run, "");
  }

  /// A new run, unless the trigger of that key has made one: then [Decision.Late] with its id.
  public CompletableFuture<Decision> create(Run run, String triggerKey) {
    return submit(reply -> new LoopRequest.RunCreation(run, Optional.empty(), triggerKey, reply));
  }

  /// A new run that brings its plan: both are durable at once.
  public CompletableFuture<Decision> create(Run run, Plan plan) {
    return submit(reply -> new LoopRequest.RunCreation(run, Optional.of(plan), "", reply));
  }

  /// Something of a run. The reply is there when it is durable.
  public CompletableFuture<Decision> submit(RunId run, EngineCommand command) {
    return submit(reply -> new LoopRequest.RunCommand(run, command, reply));
  }

  /// Something of an agent's record. The reply is there when it is durable.
  public CompletableFuture<Decision> submit(String agent, AgentStateCommand command) {
    return submit(reply -> new LoopRequest.AgentUpdate(agent, command, reply));
  }

  /// Closes a tool's breaker. The reply is there when it is durable.
  public CompletableFuture<Decision> resetBreaker(String tool, Actor by) {
    return submit(reply -> new LoopRequest.BreakerReset(tool, by, reply));
  }

  private CompletableFuture<Decision> submit(
      Function<CompletableFuture<Decision>, LoopRequest> asked) {
    var reply = new CompletableFuture<Decision>();
    String why = refusal;
    if (why != null) {
      reply.completeExceptionally(new StoreUnavailable(why));
    } else if (!inbox.offer(asked.apply(reply))) {
      reply.completeExceptionally(CommandLoop.busy());
    }
    String over = ending;
    if (over != null) { // it may have come too late for whoever has emptied the inbox
      reply.completeExceptionally(new StoreUnavailable(over));
    }
    return reply;
  }

  /// From now on nothing is taken on: whoever asks is told why, at once.
  void rejectRequests(String why) {
    refusal = why;
  }

  /// From now on everything is taken on again.
  void acceptRequests() {
    refusal = null;
  }

  /// Ends a wait for something to do.
  void wake() {
    inbox.wake();
  }

  /// Nothing more is decided, when what is being committed has come to its end: whoever still waits
  /// is told why.
  void stop(String why) {
    ending = why;
    loop.land();
    loop.end(why);
  }

  /// As [#stop], at once: what the loop holds cannot be trusted any more.
  void abort(String why) {
    ending = why;
    loop.end(why);
  }

  /// Whether it is not known what became of the last commit.
  boolean isOutcomeUnknown() {
    return loop.isUncertain();
  }

  /// What an agent says. Waits while the queue is full, which slows the agent down.
  public void receive(AgentMessage message, AgentLink link) throws InterruptedException {
    put(new LoopRequest.ReceivedMessage(message, link));
  }

  /// The connection with an agent is gone.
  public void disconnected(AgentLink link) throws InterruptedException {
    put(new LoopRequest.Disconnection(link));
  }

  /// When it is over nobody would make room.
  private void put(LoopRequest asked) throws InterruptedException {
    if (ending == null) {
      inbox.put(asked);
    }
  }

  /// One turn: waits for something to do, at most until the next poll, and does it.
  ///
  /// @throws StoreFailure if it could not be made durable; then nobody was told anything. The loop
  ///   may be turned again: it remembers nothing that did not happen
  public void step() throws InterruptedException {
    if (loop.isIdle()) {
      inbox.await(loop.patience());
    }
    loop.turn();
  }

  /// One turn, without waiting. Says whether there is more to do at once.
  ///
  /// @throws StoreFailure as [#step]
  public boolean turn() {
    loop.turn();
    return loop.hasMore();
  }

  /// Forgets what has been delivered, so that a clean end leaves no effects behind.
  public void discardDelivered() {
    loop.settle();
  }

  /// Whether [#receive] and [#disconnected] would not have to wait now.
  public boolean hasRoom() {
    return inbox.hasRoom();
  }

  /// The runs that are left alone, because to decide about them ended in a bug or in something that
  /// the store refuses: a bounded number, the latest ones. Asked by any thread.
  public List<QuarantinedRun> quarantined() {
    return loop.quarantined();
  }

  /// How much everything holds that must not grow without an end. Called by whoever owns the loop.
  public List<BoundedSize> sizes() {
    return loop.sizes();
  }
}
