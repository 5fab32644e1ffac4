package dev.pawl.server.effects;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.AgentMessageRenderer;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.agents.DispatchBudget;
import dev.pawl.server.agents.LeaseLookup;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoredEffect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Delivers effects, in the order of their commits: those that this orchestrator has committed,
/// those for agents that are connected here, and those that their own orchestrator did not come to
/// deliver. An effect stays in the store until it is delivered. Owned by the loop.
public final class Outbox {

  /// Receivers of effects, besides agents and runs.
  public record Targets(RunPlanner planner, Forge forge, RunObserver observer) {}

  /// The orchestrator that committed an effect has delivered it by then, or has crashed.
  private static final Duration ABANDONED = Duration.ofSeconds(5);

  /// Effects for an agent that is disconnected for longer are dropped. It learns the state of its
  /// leases from the reply to its next message.
  private static final Duration EXPIRED = Duration.ofMinutes(10);

  /// An effect that this orchestrator committed, whose id only the store knows.
  private record OwnEffect(String aggregate, Effect effect) {}

  private final OrchestratorLimits limits;
  private final Store store;
  private final AggregateCache cache;
  private final ConnectedAgents agents;
  private final AgentMessageRenderer renderer;
  private final DispatchBudget budget;
  private final RunPlanner planner;
  private final ForgeReports reports;
  private final UnstoredDispatches unstored;
  private final Map<OwnEffect, Integer> own = new LinkedHashMap<>();
  private final Set<Long> taken = new LinkedHashSet<>();
  private final Set<Long> delivered = new LinkedHashSet<>();
  private final Deque<StoredEffect> crossRun = new ArrayDeque<>();
  private final Set<Long> seenReports = new LinkedHashSet<>();
  private long seen;
  private boolean isAtEnd;
  private boolean hasLeftReports;

  public Outbox(
      OrchestratorLimits limits,
      Store store,
      AggregateCache cache,
      ConnectedAgents agents,
      AgentMessageRenderer renderer,
      DispatchBudget budget,
      Targets targets) {
    this.limits = limits;
    this.store = store;
    this.cache = cache;
    this.agents = agents;
    this.renderer = renderer;
    this.budget = budget;
    this.planner = targets.planner();
    this.reports = new ForgeReports(limits.reports(), targets, this::delivered);
    this.unstored = new UnstoredDispatches(limits, cache, agents, renderer, budget);
  }

  /// The agents whose dispatches are sent without being stored, because they are connected here.
  public Set<String> dispatchedHere(List<Change> changes) {
    return unstored.dispatchedHere(changes);
  }

  /// An agent that has registered has not got a job of its own: it is sent again.
  public void dispatchAgain(RunId run, Effect.Dispatch dispatch) {
    unstored.add(run, dispatch);
  }

  /// Whether leases may be granted: there is room for dispatches, and none is left that could be
  /// sent. One that only its own agent keeps waiting does not count.
  public boolean allowsGrants() {
    return budget.hasRoom() && !unstored.isReady();
  }

  /// A change is durable: its effects are to be delivered here. Those that are too many to be
  /// remembered are delivered later, as abandoned ones.
  public void committed(Commit commit, Change change) {
    String aggregate = change.revisions().getFirst().after().key();
    for (Effect effect : change.effects()) {
      if (effect instanceof Effect.Dispatch dispatch) {
        granted(new RunId(aggregate), dispatch);
        if (!commit.keeps(effect)) {
          unstored.add(new RunId(aggregate), dispatch);
          continue;
        }
      }
      isAtEnd = false;
      if (own.size() < limits.effects()) {
        own.merge(new OwnEffect(aggregate, effect), 1, Integer::sum);
      }
    }
  }

  /// No message was sent under a lease that this commit has granted, so the store need not be asked
  /// for the last number. When the dispatch is sent is too late to record that: an agent that has
  /// just registered got the job by then, and may have sent messages.
  private void granted(RunId run, Effect.Dispatch dispatch) {
    agents.of(dispatch.agent()).ifPresent(agent -> agent.recordSequence(run, dispatch.lease(), 0));
  }

  /// Reads all pending effects again, from the first, unless that is under way.
  public void poll(Instant now) {
    if (isAtEnd) {
      reports.retry(cache, seenReports, now);
      rewind();
    }
  }

  /// Reads from the first effect again: one for an agent that has connected may be old.
  public void rewind() {
    seen = 0;
    seenReports.clear();
    hasLeftReports = false;
    isAtEnd = false;
  }

  /// Whether there are effects of one run on another to be decided.
  public boolean hasCrossRunEffects() {
    return !crossRun.isEmpty();
  }

  /// Delivers a page of pending effects.
  ///
  /// @param isCommitting whether some may be of the commit in flight: those are left until it has
  ///   ended, except messages to agents
  public void deliver(Instant now, boolean isCommitting) {
    unstored.send();
    if (reports.settle(cache, now) && isAtEnd && hasLeftReports) {
      rewind(); // there is room again
    }
    if (isAtEnd || crossRun.size() >= limits.page() || isFull()) {
      return;
    }
    List<StoredEffect> page = store.pendingEffects(seen, limits.page());
    for (StoredEffect stored : page) {
      if (!taken.contains(stored.id())) {
        if (isCommitting && mayBeUnseen(stored, now)) {
          return;
        }
        deliver(stored, now);
      }
      if (reports.has(stored)) {
        seenReports.add(stored.id());
      }
      seen = stored.id();
    }
    if (page.size() < limits.page()) {
      isAtEnd = true;
      own.clear(); // what is not there any more, another orchestrator has delivered
    }
  }

  private void deliver(StoredEffect stored, Instant now) {
    boolean isOurs = isOurs(stored);
    if (stored.effect() instanceof Effect.ToAgent toAgent) {
      send(stored, toAgent, now);
    } else if (isOurs || store.isOnlyDeliverer() || !now.isBefore(stored.at().plus(ABANDONED))) {
      boolean isAccepted =
          switch (stored.effect()) {
            case Effect.AskRun _, Effect.StartRun _ -> crossRun.add(stored);
            case Effect.ReadWorkflow(var tries) -> read(stored, tries);
            case Effect.Report _ -> report(stored, now);
            case Effect.ToAgent _ -> false; // above
          };
      if (isAccepted) {
        taken.add(stored.id());
      }
    }
  }

  private boolean mayBeUnseen(StoredEffect stored, Instant now) {
    return !(stored.effect() instanceof Effect.ToAgent)
        && !own.containsKey(new OwnEffect(stored.aggregate(), stored.effect()))
        && now.isBefore(stored.at().plus(ABANDONED));
  }

  private boolean isOurs(StoredEffect stored) {
    var key = new OwnEffect(stored.aggregate(), stored.effect());
    boolean isOurs = own.containsKey(key);
    own.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    return isOurs;
  }

  private Optional<Run> run(StoredEffect stored) {
    return cache.run(new RunId(stored.aggregate()));
  }

  /// The run of an effect. Another orchestrator may have committed it, with a run that is newer
  /// than the cached one.
  private Optional<Run> newest(StoredEffect stored, Effect.ToAgent effect) {
    Optional<Run> known = run(stored);
    if (known.filter(run -> LeaseLookup.isUnknown(run, effect)).isEmpty()) {
      return known;
    }
    cache.outdate(new RunId(stored.aggregate()));
    return run(stored);
  }

  /// Sends a message. It counts as delivered then: if the socket loses it, the protocol repeats it.
  /// A dispatch for which there is no room is found again by the next poll.
  private void send(StoredEffect stored, Effect.ToAgent effect, Instant now) {
    Optional<ConnectedAgent> agent = agents.of(effect.agent());
    if (agent.isPresent()) {
      AgentLink link = agent.get().link();
      if (effect instanceof Effect.Dispatch && !budget.hasRoomFor(link)) {
        return;
      }
      newest(stored, effect)
          .flatMap(run -> renderer.message(run, effect))
          .ifPresent(message -> send(message, link));
    }
    if (agent.isPresent() || !now.isBefore(stored.at().plus(EXPIRED))) {
      taken.add(stored.id());
      delivered(stored.id());
    }
  }

  private void send(ServerMessage message, AgentLink link) {
    if (message instanceof ServerMessage.JobDispatch job) {
      link.dispatch(job, budget);
    } else {
      link.send(message);
    }
  }

  /// Has a workflow planned. If the planner crashes, the run's own deadline asks again.
  private boolean read(StoredEffect stored, int tries) {
    run(stored)
        .filter(run -> run.state() == RunState.PLANNING)
        .ifPresent(run -> planner.plan(run, tries));
    delivered(stored.id());
    return true;
  }

  private boolean report(StoredEffect stored, Instant now) {
    Optional<Run> run = run(stored);
    if (run.isEmpty()) {
      delivered(stored.id());
    }
    boolean isAccepted = run.isEmpty() || reports.add(stored, run.get(), now);
    hasLeftReports |= !isAccepted;
    return isAccepted;
  }

  /// Marks an effect as delivered: the next commit may discard it.
  public void delivered(long effect) {
    delivered.add(effect);
    seenReports.remove(effect);
  }

  /// The effects that the next commit may discard.
  public List<Long> delivered() {
    return List.copyOf(delivered);
  }

  public void discarded(List<Long> effects) {
    effects.forEach(effect -> {
      delivered.remove(effect);
      taken.remove(effect);
    });
  }

  /// Takes effects of one run on another, to be decided.
  public List<StoredEffect> takeCrossRunEffects(int most) {
    List<StoredEffect> some = new ArrayList<>();
    while (!crossRun.isEmpty() && some.size() < most) {
      some.add(crossRun.remove());
    }
    return some;
  }

  /// Puts an effect back that was not decided: it is found in the store again.
  void putBack(StoredEffect undecided) {
    taken.remove(undecided.id());
  }

  public boolean hasMore() {
    boolean isUnread = !isAtEnd && !isFull();
    return unstored.isReady() || !crossRun.isEmpty() || isUnread || reports.hasResults();
  }

  /// Whether so many effects are taken that a commit should discard the delivered ones.
  public boolean isFull() {
    return taken.size() >= limits.effects();
  }

  public List<BoundedSize> sizes() {
    long takens = (long) limits.effects() + limits.page();
    List<BoundedSize> sizes = new ArrayList<>(reports.sizes());
    sizes.addAll(unstored.sizes());
    sizes.add(budget.size());
    sizes.add(new BoundedSize("Outbox.own", own.size(), limits.effects()));
    sizes.add(new BoundedSize("Outbox.taken", taken.size(), takens));
    sizes.add(new BoundedSize("Outbox.delivered", delivered.size(), takens));
    sizes.add(new BoundedSize("Outbox.crossRun", crossRun.size(), 2L * limits.page()));
    sizes.add(new BoundedSize("Outbox.seenReports", seenReports.size(), 2L * limits.reports()));
    return sizes;
  }
}
