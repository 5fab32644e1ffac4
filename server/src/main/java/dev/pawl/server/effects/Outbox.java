package dev.pawl.server.effects;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.AgentMessageRenderer;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.agents.LeaseLookup;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.orchestrator.LoopRequest;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoredEffect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Delivers effects, which stay in the store until they are: those that this orchestrator has
/// committed, those for agents that are linked here, whoever committed them, and those that their
/// own orchestrator did not come to deliver. In the order of their commits. Owned by the loop.
public final class Outbox {

  /// Whoever committed an effect has delivered it by then, or is not there to do it.
  private static final Duration ABANDONED = Duration.ofSeconds(5);

  /// What an agent that was away for longer is to be told, it is told when it speaks.
  private static final Duration OUTLIVED = Duration.ofMinutes(10);

  /// An effect of our own, whose id only the store knows.
  private record Own(String aggregate, Effect effect) {}

  private final OrchestratorLimits limits;
  private final Store store;
  private final AggregateCache cache;
  private final ConnectedAgents links;
  private final AgentMessageRenderer deliveries;
  private final RunPlanner workflows;
  private final ForgeReports reports;
  private final UnstoredDispatches unkept;
  private final Map<Own, Integer> own = new LinkedHashMap<>();
  private final Set<Long> inHand = new LinkedHashSet<>();
  private final Set<Long> delivered = new LinkedHashSet<>();
  private final Deque<LoopRequest> owed = new ArrayDeque<>();
  private final Set<Long> seenReports = new LinkedHashSet<>();
  private long seen;
  private boolean isAtEnd;
  private boolean leavesReports;

  public Outbox(
      OrchestratorLimits limits,
      Store store,
      AggregateCache cache,
      ConnectedAgents links,
      AgentMessageRenderer deliveries,
      OrchestratorPorts outside) {
    this.limits = limits;
    this.store = store;
    this.cache = cache;
    this.links = links;
    this.deliveries = deliveries;
    this.workflows = outside.workflows();
    this.reports = new ForgeReports(limits.reports(), outside, this::done);
    this.unkept = new UnstoredDispatches(limits, cache, links, deliveries);
  }

  /// The agents, of those that are given something to do, that are told of it without a look into
  /// the store, since they are linked here.
  public Set<String> dispatching(List<Change> changes) {
    return unkept.linked(changes);
  }

  /// A change is durable: its effects are ours to deliver. Those that are too many to be remembered
  /// are delivered as if somebody had abandoned them.
  public void committed(Commit commit, Change change) {
    String aggregate = change.revisions().getFirst().after().key();
    for (Effect effect : change.effects()) {
      if (effect instanceof Effect.Dispatch dispatch) {
        granted(new RunId(aggregate), dispatch);
        if (!commit.keeps(effect)) {
          unkept.add(new RunId(aggregate), dispatch);
          continue;
        }
      }
      isAtEnd = false;
      if (own.size() < limits.effects()) {
        own.merge(new Own(aggregate, effect), 1, Integer::sum);
      }
    }
  }

  /// Nobody has said anything under a lease that this commit has granted: the store need not be
  /// asked. When the agent is told is too late to say so, as one that has just connected is told of
  /// its leases by then, and may have spoken.
  private void granted(RunId run, Effect.Dispatch dispatch) {
    links.of(dispatch.agent()).ifPresent(linked -> linked.heard(run, dispatch.lease(), 0));
  }

  /// Looks at everything that is undelivered, from the first, unless it is being looked at already.
  public void poll(Instant now) {
    if (isAtEnd) {
      reports.retry(cache, seenReports, now);
      rewind();
    }
  }

  /// An agent has come: what it is to be told may have been there for long.
  public void rewind() {
    seen = 0;
    seenReports.clear();
    leavesReports = false;
    isAtEnd = false;
  }

  /// Whether it has something to be decided.
  public boolean isOwing() {
    return !owed.isEmpty();
  }

  /// Delivers a page of what is there.
  ///
  /// @param isCommitting whether what is there may be of a commit whose end nobody has seen: that
  ///   is left until then, but for what agents are to be told
  public void pump(Instant now, boolean isCommitting) {
    unkept.send();
    if (reports.settle(cache, now) && isAtEnd && leavesReports) {
      rewind(); // there is room again
    }
    if (isAtEnd || owed.size() >= limits.page() || isFull()) {
      return;
    }
    List<StoredEffect> page = store.pendingEffects(seen, limits.page());
    for (StoredEffect stored : page) {
      if (!inHand.contains(stored.id())) {
        if (isCommitting && mayBeUnseen(stored, now)) {
          return;
        }
        consider(stored, now);
      }
      if (reports.has(stored)) {
        seenReports.add(stored.id());
      }
      seen = stored.id();
    }
    if (page.size() < limits.page()) {
      isAtEnd = true;
      own.clear(); // what was not there any more somebody else has delivered
    }
  }

  private void consider(StoredEffect stored, Instant now) {
    boolean isOurs = isOurs(stored);
    if (stored.effect() instanceof Effect.ToAgent toAgent) {
      send(stored, toAgent, now);
    } else if (isOurs || !now.isBefore(stored.at().plus(ABANDONED))) {
      boolean isTaken =
          switch (stored.effect()) {
            case Effect.AskRun _, Effect.StartRun _ ->
                owed.add(new LoopRequest.CrossRunRequest(stored));
            case Effect.ReadWorkflow(var tries) -> read(stored, tries);
            case Effect.Report _ -> report(stored, now);
            case Effect.ToAgent _ -> false; // above
          };
      if (isTaken) {
        inHand.add(stored.id());
      }
    }
  }

  private boolean mayBeUnseen(StoredEffect stored, Instant now) {
    return !(stored.effect() instanceof Effect.ToAgent)
        && !own.containsKey(new Own(stored.aggregate(), stored.effect()))
        && now.isBefore(stored.at().plus(ABANDONED));
  }

  private boolean isOurs(StoredEffect stored) {
    var key = new Own(stored.aggregate(), stored.effect());
    boolean isOurs = own.containsKey(key);
    own.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    return isOurs;
  }

  private Optional<Run> run(StoredEffect stored) {
    return cache.run(new RunId(stored.aggregate()));
  }

  /// Another orchestrator may have committed the effect, with a run that is not cached here yet.
  private Optional<Run> newest(StoredEffect stored, Effect.ToAgent effect) {
    Optional<Run> known = run(stored);
    if (known.filter(run -> LeaseLookup.isNews(run, effect)).isEmpty()) {
      return known;
    }
    cache.outdate(new RunId(stored.aggregate()));
    return run(stored);
  }

  /// Sent on a live link it counts as delivered: what a lost socket swallows the protocol repairs.
  private void send(StoredEffect stored, Effect.ToAgent effect, Instant now) {
    Optional<ConnectedAgent> linked = links.of(effect.agent());
    if (linked.isPresent()) {
      newest(stored, effect)
          .flatMap(run -> deliveries.message(run, effect))
          .ifPresent(linked.get().link()::send);
    }
    if (linked.isPresent() || !now.isBefore(stored.at().plus(OUTLIVED))) {
      inHand.add(stored.id());
      done(stored.id());
    }
  }

  /// Who reads it may die in it: then the run's own deadline asks again.
  private boolean read(StoredEffect stored, int tries) {
    run(stored)
        .filter(run -> run.state() == RunState.PLANNING)
        .ifPresent(run -> workflows.plan(run, tries));
    done(stored.id());
    return true;
  }

  private boolean report(StoredEffect stored, Instant now) {
    Optional<Run> run = run(stored);
    if (run.isEmpty()) {
      done(stored.id());
    }
    boolean isTaken = run.isEmpty() || reports.add(stored, run.get(), now);
    leavesReports |= !isTaken;
    return isTaken;
  }

  /// It need not be kept any longer.
  public void done(long effect) {
    delivered.add(effect);
    seenReports.remove(effect);
  }

  /// What the next commit may forget.
  public List<Long> delivered() {
    return List.copyOf(delivered);
  }

  public void forgotten(List<Long> effects) {
    effects.forEach(effect -> {
      delivered.remove(effect);
      inHand.remove(effect);
    });
  }

  /// Moves what is to be decided to where it is.
  public void drainTo(Collection<LoopRequest> asked, int most) {
    while (!owed.isEmpty() && asked.size() < most) {
      asked.add(owed.remove());
    }
  }

  /// It was not decided after all: whoever finds it, finds it again.
  public void release(LoopRequest.CrossRunRequest undecided) {
    inHand.remove(undecided.effect().id());
  }

  public boolean hasMore() {
    boolean isUnread = !isAtEnd && !isFull();
    return !unkept.isEmpty() || !owed.isEmpty() || isUnread || reports.hasResults();
  }

  /// Whether so much is in hand that a commit is to forget what has been delivered.
  public boolean isFull() {
    return inHand.size() >= limits.effects();
  }

  public List<BoundedSize> sizes() {
    long inHands = (long) limits.effects() + limits.page();
    List<BoundedSize> sizes = new ArrayList<>(reports.sizes());
    sizes.addAll(unkept.sizes());
    sizes.add(new BoundedSize("Outbox.own", own.size(), limits.effects()));
    sizes.add(new BoundedSize("Outbox.inHand", inHand.size(), inHands));
    sizes.add(new BoundedSize("Outbox.delivered", delivered.size(), inHands));
    sizes.add(new BoundedSize("Outbox.owed", owed.size(), 2L * limits.page()));
    sizes.add(new BoundedSize("Outbox.seenReports", seenReports.size(), 2L * limits.reports()));
    return sizes;
  }
}
