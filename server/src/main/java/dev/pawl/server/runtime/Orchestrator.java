package dev.pawl.server.runtime;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent;
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
  private final Loop loop;
  private volatile @Nullable String refusal;
  private volatile @Nullable String ending;

  public Orchestrator(
      Identity identity, Store store, Deadlines deadlines, LeaseIds leaseIds, Outside outside) {
    this(identity, store, deadlines, leaseIds, outside, Carrier.atOnce());
  }

  /// One that decides while somebody else carries its commits out.
  public Orchestrator(
      Identity identity,
      Store store,
      Deadlines deadlines,
      LeaseIds leaseIds,
      Outside outside,
      Carrier carrier) {
    this(identity, Limits.DEFAULT, store, new Engine(deadlines), leaseIds, outside, carrier);
  }

  /// With limits of its own, and an engine that somebody watches.
  public Orchestrator(
      Identity identity,
      Limits limits,
      Store store,
      Engine engine,
      LeaseIds leaseIds,
      Outside outside,
      Carrier carrier) {
    this.inbox = new Inbox(limits);
    store.onNews(inbox::wake);
    this.loop =
        new Loop(
            identity, limits, inbox, new Parts(limits, store, engine, leaseIds, outside), carrier);
  }

  /// A new run. The reply is there when it is durable.
  public CompletableFuture<Decision> create(Run run) {
    return create(run, "");
  }

  /// A new run, unless the trigger of that key has made one: then [Decision.Late] with its id.
  public CompletableFuture<Decision> create(Run run, String triggerKey) {
    return ask(reply -> new Asked.Create(run, Optional.empty(), triggerKey, reply));
  }

  /// A new run that brings its plan: both are durable at once.
  public CompletableFuture<Decision> create(Run run, Plan plan) {
    return ask(reply -> new Asked.Create(run, Optional.of(plan), "", reply));
  }

  /// Something of a run. The reply is there when it is durable.
  public CompletableFuture<Decision> ask(RunId run, Command command) {
    return ask(reply -> new Asked.Of(run, command, reply));
  }

  /// Something of an agent's record. The reply is there when it is durable.
  public CompletableFuture<Decision> ask(String agent, AgentCommand command) {
    return ask(reply -> new Asked.OfAgent(agent, command, reply));
  }

  /// Closes a tool's breaker. The reply is there when it is durable.
  public CompletableFuture<Decision> reset(String tool, Actor by) {
    return ask(reply -> new Asked.Reset(tool, by, reply));
  }

  private CompletableFuture<Decision> ask(Function<CompletableFuture<Decision>, Asked> asked) {
    var reply = new CompletableFuture<Decision>();
    String why = refusal;
    if (why != null) {
      reply.completeExceptionally(new StoreFailure(why));
    } else if (!inbox.offer(asked.apply(reply))) {
      reply.completeExceptionally(Loop.busy());
    }
    String over = ending;
    if (over != null) { // it may have come too late for whoever has emptied the inbox
      reply.completeExceptionally(new StoreFailure(over));
    }
    return reply;
  }

  /// From now on nothing is taken on: whoever asks is told why, at once.
  void refuse(String why) {
    refusal = why;
  }

  /// From now on everything is taken on again.
  void accept() {
    refusal = null;
  }

  /// Ends a wait for something to do.
  void wake() {
    inbox.wake();
  }

  /// Nothing more is decided, when what is being committed has come to its end: whoever still waits
  /// is told why.
  void end(String why) {
    ending = why;
    loop.land();
    loop.end(why);
  }

  /// As [#end], at once: what the loop holds cannot be trusted any more.
  void breakOff(String why) {
    ending = why;
    loop.end(why);
  }

  /// Whether it is not known what became of the last commit.
  boolean isUncertain() {
    return loop.isUncertain();
  }

  /// What an agent says. Waits while the queue is full, which slows the agent down.
  public void heard(FromAgent message, AgentLink link) throws InterruptedException {
    put(new Asked.Heard(message, link));
  }

  /// The connection with an agent is gone.
  public void gone(AgentLink link) throws InterruptedException {
    put(new Asked.Gone(link));
  }

  /// When it is over nobody would make room.
  private void put(Asked asked) throws InterruptedException {
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
  public void settle() {
    loop.settle();
  }

  /// Whether [#heard] and [#gone] would not have to wait now.
  public boolean hasRoom() {
    return inbox.hasRoom();
  }

  /// The runs that are left alone, because to decide about them ended in a bug or in something that
  /// the store refuses: a bounded number, the latest ones. Asked by any thread.
  public List<Quarantined> quarantined() {
    return loop.quarantined();
  }

  /// How much everything holds that must not grow without an end. Called by whoever owns the loop.
  public List<Bounded> sizes() {
    return loop.sizes();
  }
}
