package dev.pawl.server.orchestrator;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.AgentMessageRenderer;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.agents.DispatchBudget;
import dev.pawl.server.agents.JobDispatchRenderer;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.agents.LeaseLookup;
import dev.pawl.server.agents.LeaseReplies;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.decision.CommittedStoreView;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.decision.LeaseRenewalCheck;
import dev.pawl.server.dispatch.Dispatcher;
import dev.pawl.server.effects.CrossRunEffects;
import dev.pawl.server.effects.Outbox;
import dev.pawl.server.metrics.CounterFamily;
import dev.pawl.server.metrics.Histogram;
import dev.pawl.server.metrics.OrchestratorCounters;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.QueueReservation;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.StoredAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Decides the requests of people and agents against cached state, commits them in one transaction,
/// and only then replies. Several orchestrators may share a store.
///
/// Owned by the caller of [#step] or [#turn]; all others talk to it through its bounded inbox. It
/// has no thread, no clock and no randomness of its own: time is the store's, and the same calls
/// over the same store have the same result.
public final class Orchestrator {

  private final OrchestratorCounters counters = new OrchestratorCounters();
  private final CounterFamily errors = new CounterFamily();
  private final Optional<Histogram> commitTimes;
  private final Inbox inbox;
  private final LoopMemory memory;
  private final Decider decider;
  private final Outbox outbox;
  private final CommitPipeline pipeline;
  private final BatchBuilder builder;
  private final CommandLoop loop;
  private final OperatorLimits operatorLimits;
  private final ToolProfiles tools;
  private volatile List<BoundedSize> sampledSizes = List.of();
  private long sampledPolls;
  private volatile @Nullable String rejection;
  private volatile @Nullable String end;
  private volatile @Nullable Supplier<String> pause;

  /// An orchestrator that decides nothing while it commits.
  public Orchestrator(
      OrchestratorIdentity identity,
      Store store,
      Deadlines deadlines,
      LeaseIds leaseIds,
      OrchestratorPorts ports) {
    this(identity, store, deadlines, leaseIds, ports, CommitExecutor.inCallersThread());
  }

  /// An orchestrator whose commits are executed by `executor` while it decides the next batch.
  public Orchestrator(
      OrchestratorIdentity identity,
      Store store,
      Deadlines deadlines,
      LeaseIds leaseIds,
      OrchestratorPorts ports,
      CommitExecutor executor) {
    this(
        identity,
        OrchestratorLimits.DEFAULT,
        store,
        new Engine(deadlines),
        leaseIds,
        ports,
        executor);
  }

  /// An orchestrator with limits and an engine of its own: the wiring of all its parts.
  public Orchestrator(
      OrchestratorIdentity identity,
      OrchestratorLimits limits,
      Store store,
      Engine engine,
      LeaseIds leaseIds,
      OrchestratorPorts ports,
      CommitExecutor executor) {
    Deadlines deadlines = engine.deadlines();
    this.commitTimes = executor.durations();
    var observer = new CountingObserver(ports.observer(), errors);
    this.operatorLimits = deadlines.limits();
    this.tools = ports.tools();
    this.inbox = new Inbox(limits);
    store.onNotification(notice -> noticed(identity.id(), notice));
    var view = new CommittedStoreView(store);
    var cache = new AggregateCache(limits.cachedJobs(), view, tools);
    var agents = new ConnectedAgents(limits.agents());
    var dispatcher = new Dispatcher(identity.id(), limits, cache, counters);
    this.memory = new LoopMemory(cache, agents, dispatcher);
    this.decider =
        new Decider(
            identity.id(),
            engine,
            cache,
            view,
            new LeaseRenewalCheck(view),
            dispatcher::learn,
            observer);
    var jobs = new JobDispatchRenderer(cache::breaker, ports.rules(), ports.secrets());
    var renderer = new AgentMessageRenderer(leaseIds, deadlines, jobs);
    var targets = new Outbox.Targets(ports.planner(), ports.forge(), observer);
    var budget = new DispatchBudget(limits.dispatchBytes(), inbox::wakeWithoutPoll);
    this.outbox = new Outbox(limits, store, cache, agents, renderer, budget, targets);
    var presence = new AgentPresence(memory, outbox);
    var registration =
        new AgentRegistration(decider, agents, leaseIds, outbox, deadlines.heartbeat());
    var leaseMessages =
        new LeaseMessageHandler(
            view, cache, decider, new LeaseLookup(leaseIds), new LeaseReplies(deadlines), counters);
    var crossRun = new CrossRunEffects(decider, outbox);
    var router =
        new CommandRouter(
            view,
            decider,
            agents,
            dispatcher,
            presence,
            registration,
            leaseMessages,
            crossRun,
            counters);
    this.builder =
        new BatchBuilder(store, memory, decider, router, outbox, () -> dispatchPause().isPresent());
    this.pipeline =
        new CommitPipeline(
            identity, view, executor, inbox::wakeWithoutPoll, memory, outbox, observer, counters);
    this.loop = new CommandLoop(limits, store, inbox, memory, presence, outbox, builder, pipeline);
  }

  /// Another orchestrator has committed. A notice that finds no room is lost.
  private void noticed(String self, CommitNotice notice) {
    if (notice.orchestrator().equals(self)) {
      return;
    }
    for (QueueReservation queue : notice.reservations()) {
      inbox.offer(new LoopRequest.Reservation(notice.orchestrator(), queue));
    }
    if (notice.hasWork()) {
      inbox.wake();
    }
  }

  /// Creates a run. The reply is there when it is durable.
  public CompletableFuture<Decision> create(Run run) {
    return create(run, "");
  }

  /// Creates a run, unless the trigger of that key has created one: then [Decision.Late] with its
  /// id.
  public CompletableFuture<Decision> create(Run run, String triggerKey) {
    return submit(
        Optional.empty(),
        reply ->
            new LoopRequest.RunCreation(
                run, new StartPlanning(), Optional.empty(), triggerKey, reply));
  }

  /// Creates a run with its plan: both are durable at once.
  public CompletableFuture<Decision> create(Run run, Plan plan) {
    return create(run, new StartPlanning(), new FinishPlanning(plan));
  }

  /// Creates a run with its plan and the results that it reuses: all are durable at once.
  public CompletableFuture<Decision> create(Run run, StartPlanning start, FinishPlanning planned) {
    return create(run, start, planned, Optional.empty());
  }

  /// The same.
  ///
  /// @param answer to store with the run, if the request may be repeated
  public CompletableFuture<Decision> create(
      Run run, StartPlanning start, FinishPlanning planned, Optional<StoredAnswer> answer) {
    return submit(
        answer, reply -> new LoopRequest.RunCreation(run, start, Optional.of(planned), "", reply));
  }

  /// Submits a command about a run. The reply is there when it is durable.
  public CompletableFuture<Decision> submit(RunId run, EngineCommand command) {
    return submit(run, command, Optional.empty());
  }

  /// The same.
  ///
  /// @param answer to store with the decision, if the request may be repeated
  public CompletableFuture<Decision> submit(
      RunId run, EngineCommand command, Optional<StoredAnswer> answer) {
    return submit(answer, reply -> new LoopRequest.RunCommand(run, command, reply));
  }

  /// Acts on the deadlines of a run that have passed, on request of a person. The reply is there
  /// when it is durable.
  public CompletableFuture<Decision> tick(RunId run, Actor by) {
    return submit(run, new EngineCommand.Tick(builder.servedSince(), by));
  }

  /// Submits a command about an agent's record. The reply is there when it is durable.
  public CompletableFuture<Decision> submit(String agent, AgentStateCommand command) {
    return submit(agent, command, Optional.empty());
  }

  /// Submits a command about an agent's record. The reply is there when it is durable.
  public CompletableFuture<Decision> submit(
      String agent, AgentStateCommand command, Optional<StoredAnswer> answer) {
    return submit(answer, reply -> new LoopRequest.AgentUpdate(agent, command, reply));
  }

  /// Gives the tool of a breaker's key (ORG:TOOL) a profile of its own, which is stronger than a
  /// configured one, or takes it away. The reply is there when it is durable.
  public CompletableFuture<Decision> setTool(
      String breaker, Optional<ToolProfile> profile, Actor by) {
    return submit(
        Optional.empty(), reply -> new LoopRequest.ToolConfiguration(breaker, profile, by, reply));
  }

  /// The breaker with the profile that is in effect.
  public Breaker effective(Breaker stored) {
    return tools.effective(stored);
  }

  /// The configured profiles of tools.
  public ToolProfiles tools() {
    return tools;
  }

  /// The operator's limits, within which runs must be planned.
  public OperatorLimits limits() {
    return operatorLimits;
  }

  /// Closes the breaker of that key. The reply is there when it is durable.
  public CompletableFuture<Decision> resetBreaker(String breaker, Actor by) {
    return resetBreaker(breaker, by, Optional.empty());
  }

  /// Closes the breaker of that key. The reply is there when it is durable.
  public CompletableFuture<Decision> resetBreaker(
      String breaker, Actor by, Optional<StoredAnswer> answer) {
    return submit(answer, reply -> new LoopRequest.BreakerReset(breaker, by, reply));
  }

  private CompletableFuture<Decision> submit(
      Optional<StoredAnswer> answer, Function<DecisionReply, LoopRequest> request) {
    var reply = new DecisionReply(answer);
    String rejected = rejection;
    if (rejected != null) {
      reply.completeExceptionally(new OrchestratorUnavailable(rejected));
    } else if (!inbox.offer(request.apply(reply))) {
      reply.completeExceptionally(CommandLoop.busy());
    }
    String ended = end;
    if (ended != null) { // it may have come after the inbox was emptied
      reply.completeExceptionally(new OrchestratorUnavailable(ended));
    }
    return reply;
  }

  /// Receives a message of an agent. Waits while the inbox is full, which slows the agent down.
  public void receive(AgentMessage message, AgentLink link) throws InterruptedException {
    put(new LoopRequest.ReceivedMessage(message, link));
  }

  /// The connection with an agent has ended.
  public void disconnected(AgentLink link) throws InterruptedException {
    put(new LoopRequest.Disconnection(link));
  }

  /// Drops the request if the orchestrator has ended: its full inbox would block for ever.
  private void put(LoopRequest request) throws InterruptedException {
    if (end == null) {
      inbox.put(request);
    }
  }

  /// Takes one turn: waits for something to do, at most until the next poll, and does it.
  ///
  /// @throws StoreUnavailable if it could not be made durable; then nothing was replied. The next
  ///   turn may be taken: the loop remembers nothing that did not happen
  public void step() throws InterruptedException {
    if (loop.isIdle()) {
      inbox.await(loop.longestWait());
    }
    loop.turn();
    sample();
  }

  /// Takes one turn without waiting. Returns whether there is more to do at once.
  ///
  /// @throws StoreUnavailable as [#step]
  public boolean turn() {
    loop.turn();
    sample();
    return loop.hasMore();
  }

  /// Discards the delivered effects, so that a clean end leaves none behind.
  public void discardDelivered() {
    pipeline.discardDelivered();
  }

  /// Whether [#receive] and [#disconnected] would not have to wait now.
  public boolean hasRoom() {
    return inbox.hasRoom();
  }

  /// Grants no lease from now on. Everything else goes on.
  ///
  /// @param reason in words for people, as it is when somebody asks
  public void pauseDispatch(Supplier<String> reason) {
    pause = reason;
  }

  public void resumeDispatch() {
    pause = null;
    inbox.wake();
  }

  /// Why no lease is granted now; empty if leases are granted.
  public Optional<String> dispatchPause() {
    return Optional.ofNullable(pause).map(Supplier::get);
  }

  /// Rejects every request from now on, with a reason.
  void rejectRequests(String reason) {
    rejection = reason;
  }

  /// Accepts requests again.
  void acceptRequests() {
    rejection = null;
  }

  /// Makes the loop look at the store soon: somebody else has changed it.
  public void wake() {
    inbox.wake();
  }

  /// Ends, when the commit in flight has ended: requests that are left fail.
  public void stop(String reason) {
    end = reason;
    loop.finish();
    loop.end(reason);
  }

  /// Ends at once, because the memory of the loop cannot be trusted any more.
  public void abort(String reason) {
    end = reason;
    loop.end(reason);
  }

  /// Whether it is unknown if the last commit has happened.
  boolean isOutcomeUnknown() {
    return pipeline.state() instanceof CommitPipeline.OutcomeUnknown;
  }

  /// The runs that are quarantined, because to decide about them ended in a bug or in a row that
  /// the store rejects: a bounded number, the latest ones. For any thread.
  public List<QuarantinedRun> quarantined() {
    return decider.quarantined();
  }

  /// The counters, for any thread.
  public OrchestratorCounters counters() {
    return counters;
  }

  private void sample() {
    if (loop.polls() != sampledPolls) {
      sampledPolls = loop.polls();
      sampledSizes = sizes();
    }
  }

  /// Errors of the server itself, by component: for any thread to count and to read.
  public CounterFamily errors() {
    return errors;
  }

  /// The times of commits, if they are measured.
  public Optional<Histogram> commitTimes() {
    return commitTimes;
  }

  /// The sizes as they were after the last poll, for any thread.
  public List<BoundedSize> sampledSizes() {
    return sampledSizes;
  }

  /// Since when some orchestrator has been there to receive heartbeats, without a gap.
  public Instant servedSince() {
    return builder.servedSince();
  }

  /// The sizes of everything that must not grow without an end. For the owner of the loop.
  public List<BoundedSize> sizes() {
    List<BoundedSize> sizes = new ArrayList<>(loop.sizes());
    sizes.addAll(memory.cache().sizes());
    sizes.addAll(memory.agents().sizes());
    sizes.addAll(memory.dispatcher().sizes());
    sizes.addAll(decider.sizes());
    sizes.addAll(outbox.sizes());
    return sizes;
  }
}
