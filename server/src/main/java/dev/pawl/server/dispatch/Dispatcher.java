package dev.pawl.server.dispatch;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.agent.AgentDemand;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.JoinGroup;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.run.JobExpressionContext;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.metrics.OrchestratorCounters;
import dev.pawl.server.metrics.OrchestratorCounters.Counter;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueueReservation;
import dev.pawl.server.store.QueuedAttempt;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.UnreadableRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Assigns ready attempts to the agents that are connected here. It learns from decisions as they
/// are made which attempts are ready and which agents are busy, so that its work is proportional to
/// what changes, and undoes that if they are not committed. Owned by the loop.
public final class Dispatcher {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /// Attempts that were queued so recently are read in every poll, wherever the cursor is.
  private static final Duration RECENT = Duration.ofSeconds(10);

  /// Bytes of a dispatch, besides what other jobs have made for it.
  private static final long USUAL_BYTES = 4_096;

  private record Match(QueuedAttempt ready, Agent agent) {}

  private final OrchestratorLimits limits;
  private final AggregateCache cache;
  private final AgentPool pool = new AgentPool();
  private final UndoLog undo = new UndoLog();
  private final OrchestratorCounters counters;
  private final QueueReservations reservations;
  private final ReadyWork demand;
  private final PagedCursor<String> agents;
  private final PagedCursor<QueuePosition> queue;

  /// @param orchestrator the id of the one whose agents they are
  public Dispatcher(
      String orchestrator,
      OrchestratorLimits limits,
      AggregateCache cache,
      OrchestratorCounters counters) {
    this.limits = limits;
    this.cache = cache;
    this.counters = counters;
    this.reservations = new QueueReservations(orchestrator, limits.reservation(), counters);
    this.demand = new ReadyWork(limits, pool::serves, undo);
    this.agents = new PagedCursor<>("", limits.rescans());
    this.queue = new PagedCursor<>(QueuePosition.FIRST, limits.page());
  }

  /// Learns from a decision that is not committed yet.
  public void learn(Change change) {
    change
        .affectedRun()
        .ifPresent(run -> change.transitions().forEach(line -> demand.learn(run, line)));
    for (Revision revision : change.revisions()) {
      switch (revision.after()) {
        case Agent agent when isLinked(agent.key()) -> {
          change.affectedRun().ifPresent(this::learnWhose);
          put(agent.key(), agent);
        }
        case Group group -> demand.learn(group);
        case dev.pawl.core.identity.Aggregate _ -> {}
      }
    }
  }

  private void learnWhose(Run run) {
    pool.learn(run.id(), run.origin().repository());
  }

  private void put(String id, @Nullable Agent agent) {
    if (agent != null) {
      learnWhoseLeases(agent);
    }
    Agent before = pool.put(id, agent);
    undo.note(() -> pool.put(id, before));
  }

  /// Adds an agent that has connected.
  public void linked(Agent agent) {
    learnWhoseLeases(agent);
    pool.put(agent.key(), agent);
  }

  private void learnWhoseLeases(Agent agent) {
    for (Agent.HeldLease lease : pool.newOf(agent)) {
      if (!pool.knows(lease.run())) {
        cache.run(lease.run()).ifPresent(this::learnWhose);
      }
    }
  }

  public void unlinked(String agent) {
    pool.put(agent, null);
  }

  /// Lets attempts join their groups, and grants leases, at most `most` in all, and no more than
  /// their agents can soon be sent. Returns whether there may be more to grant.
  public boolean grant(Batch batch, Decider decider, int most) {
    long bytes = 0;
    Map<QueueReservation, Integer> granted = new LinkedHashMap<>();
    int grants = join(batch, decider, most);
    for (; grants < most && bytes < limits.dispatchBytes(); grants++) {
      Optional<Match> match = next(batch.now());
      if (match.isEmpty()) {
        reserve(batch, granted);
        return false;
      }
      QueuedAttempt ready = match.get().ready();
      String agent = match.get().agent().key();
      if (decider.decide(batch, ready.run(), new GrantLease(ready.attempt(), agent))
          instanceof Decision.Refused(var refusal)) {
        refused(batch, match.get(), refusal.code());
      } else {
        bytes += dispatchBytes(batch, ready);
        granted.merge(QueueReservation.of(ready), 1, Integer::sum);
      }
    }
    reserve(batch, granted);
    return true;
  }

  private void reserve(Batch batch, Map<QueueReservation, Integer> granted) {
    List<QueueReservation> announced = reservations.granted(granted, batch.now());
    batch.reserve(announced, reservations.reservedHere(batch.now()));
  }

  private static long dispatchBytes(Batch batch, QueuedAttempt granted) {
    return USUAL_BYTES
        + batch
            .run(granted.run())
            .map(
                run -> JobExpressionContext.on(run).receivedBytes(run.job(granted.attempt().job())))
            .orElse(0L);
  }

  /// Lets attempts join their groups that an agent here could execute, whether a slot is free or
  /// not: the oldest first, because that is the order in which they wait. Returns how many were
  /// tried.
  private int join(Batch batch, Decider decider, int most) {
    for (int tried = 0; tried < most; tried++) {
      Optional<Match> match = nextToJoin(batch.now());
      if (match.isEmpty()) {
        return tried;
      }
      QueuedAttempt ready = match.get().ready();
      var command = new JoinGroup(ready.attempt(), match.get().agent().key());
      switch (decider.decide(batch, ready.run(), command)) {
        case Decision.Accepted _ -> {} // learned
        case Decision.Late _ -> demand.joined(ready);
        case Decision.Refused(var refusal) -> refused(batch, match.get(), refusal.code());
      }
    }
    return most;
  }

  private Optional<Match> nextToJoin(Instant now) {
    @Nullable Match oldest = null;
    for (QueuedAttempt ready : withoutReserved(demand::joiners, now)) {
      if (oldest == null || FairShare.BY_AGE.compare(ready, oldest.ready()) < 0) {
        Optional<Agent> agent = pool.serving(ready.demand());
        oldest = agent.isPresent() ? new Match(ready, agent.get()) : oldest;
      }
    }
    return Optional.ofNullable(oldest);
  }

  /// The attempt that is next, of those that some agent could take.
  private Optional<Match> next(Instant now) {
    Map<AgentDemand, Optional<Agent>> free = new HashMap<>();
    FairShare.@Nullable Claim first = null;
    @Nullable Match match = null;
    for (QueuedAttempt head : withoutReserved(demand::heads, now)) {
      Optional<Agent> agent =
          free.computeIfAbsent(head.demand(), demand -> pool.freeFor(demand, now));
      if (agent.isPresent()) {
        var claim = FairShare.Claim.at(now, head, pool.inUse(head.repository()));
        if (first == null || claim.compareTo(first) < 0) {
          first = claim;
          match = new Match(head, agent.get());
        }
      }
    }
    return Optional.ofNullable(match);
  }

  /// The heads of the queues. Those that are left to another orchestrator are forgotten: polls find
  /// them again.
  private List<QueuedAttempt> withoutReserved(Supplier<List<QueuedAttempt>> queues, Instant now) {
    while (true) {
      List<QueuedAttempt> heads = queues.get();
      if (reservations.isEmpty()) {
        return heads; // as nearly always
      }
      List<QueuedAttempt> left =
          heads.stream().filter(head -> reservations.isLeftToAnother(head, now)).toList();
      if (left.isEmpty()) {
        return heads;
      }
      left.forEach(head -> demand.dequeue(QueuedAttemptKey.of(head)));
      counters.add(Counter.LEFT, left.size());
    }
  }

  /// Another orchestrator has reserved a queue.
  public void reserved(String orchestrator, QueueReservation queue, Instant now) {
    reservations.reservedBy(orchestrator, queue, now);
  }

  private void refused(Batch batch, Match match, Refusal.Code code) {
    QueuedAttemptKey key = QueuedAttemptKey.of(match.ready());
    switch (code) {
      case NO_PLACE -> batch.run(key.run()).ifPresent(run -> demand.park(match.ready(), run));
      case UNFIT -> reload(batch, match.agent());
      // Its state has changed; if it is still queued, the next poll finds it.
      case STALE_LEASE, WRONG_STATE, UNKNOWN, ALREADY_ENDED -> demand.dequeue(key);
      case ALREADY_CANCELLING, NOT_A_REVIEWER, SELF_APPROVAL, TOOL_UNAVAILABLE, INVALID ->
          demand.dequeue(key);
    }
  }

  /// Reads an agent again that another orchestrator has changed. If it is the same, that is a
  /// contradiction, and the agent gets no work until the next poll.
  private void reload(Batch batch, Agent known) {
    cache.forget(new AggregateKey(Kind.AGENT, known.key()));
    Agent fresh = batch.agent(known.key());
    put(known.key(), fresh.equals(known) ? null : fresh);
  }

  /// Reads what other orchestrators may have changed, between two batches. Of a long queue it reads
  /// one page and the latest entries: so new entries are found at once, and all others within as
  /// many polls as there are pages.
  ///
  /// @param links ids of the agents that are connected here
  public void poll(Store store, List<String> links, Instant now) {
    demand.lookAgain(this::current);
    agents
        .next((last, most) -> after(links, last, most), Function.identity())
        .forEach(this::reload);
    if (!links.isEmpty()) {
      merge(queue.next(store::queuedAttempts, QueuePosition::of), now);
      if (!queue.isAtBeginning()) {
        merge(store.queuedAttempts(QueuePosition.from(now.minus(RECENT)), limits.page()), now);
      }
    }
    undo.forget();
  }

  private void merge(List<QueuedAttempt> found, Instant now) {
    List<QueuedAttempt> ours =
        found.stream().filter(one -> !reservations.isLeftToAnother(one, now)).toList();
    counters.add(Counter.LEFT, found.size() - ours.size());
    demand.merge(ours);
  }

  /// Reads a group again. Nobody joins one whose rows cannot be read.
  private Optional<Group> current(String group) {
    cache.forget(new AggregateKey(Kind.GROUP, group));
    try {
      return Optional.of(cache.group(group));
    } catch (UnreadableRow e) {
      LOG.atWarn().addKeyValue("group", group).log(e.getMessage());
      return Optional.empty();
    }
  }

  private static List<String> after(List<String> links, String last, int most) {
    return links.stream().filter(id -> id.compareTo(last) > 0).limit(most).toList();
  }

  /// Whether a connected agent is revoked.
  public boolean isRevoked(String id) {
    return pool.agent(id)
        .filter(agent -> agent.availability() == Agent.Availability.REVOKED)
        .isPresent();
  }

  /// Reads a connected agent again.
  public void reload(String id) {
    cache.forget(new AggregateKey(Kind.AGENT, id));
    try {
      linked(cache.agent(id));
    } catch (UnreadableRow e) { // it goes on as it was known
      LOG.atWarn().addKeyValue("agent", id).log(e.getMessage());
    }
  }

  public boolean isLinked(String id) {
    return pool.agent(id).isPresent();
  }

  /// Whether it must be tidied before more is decided.
  public boolean needsCleanup() {
    return pool.needsCleanup();
  }

  /// The number of actions that are not committed.
  public int uncommitted() {
    return undo.size();
  }

  /// Undoes everything that is not committed.
  public void rollback() {
    undo.rollback();
  }

  /// Undoes all but the first so many actions.
  public void rollback(int uncommitted) {
    undo.rollback(uncommitted);
  }

  /// The first so many actions were committed.
  public void settle(int uncommitted) {
    undo.forget(uncommitted);
    if (undo.size() == 0) {
      pool.tidy();
    }
  }

  public List<BoundedSize> sizes() {
    List<BoundedSize> sizes = new ArrayList<>(demand.sizes());
    sizes.add(reservations.size());
    sizes.addAll(pool.sizes(limits.agents(), 2 * limits.batch()));
    return sizes;
  }
}
