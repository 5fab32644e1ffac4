package dev.pawl.server.decision;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.server.agents.AgentLink;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.GroupPlaces;
import dev.pawl.server.store.QueueReservation;
import dev.pawl.server.store.StoredAnswer;
import dev.pawl.server.store.TriggerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The decisions of one turn of the loop, and the replies to release once they are durable. Later
/// decisions of a batch see the results of earlier ones.
public final class Batch implements DecisionContext {

  private record LeaseKey(RunId run, LeaseRef lease) {}

  private final AggregateCache cache;
  private final Instant now;
  private final Map<AggregateKey, Aggregate> pages = new LinkedHashMap<>();
  private final Map<RunId, Run> read = new LinkedHashMap<>();
  private final Set<RunId> refreshed = new LinkedHashSet<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<Long> delivered;
  private final Map<LeaseKey, Long> sequences = new LinkedHashMap<>();
  private final Map<TriggerKey, RunId> triggers = new LinkedHashMap<>();
  private final List<StoredAnswer> answers = new ArrayList<>();
  private final List<Runnable> replies = new ArrayList<>();
  private final IdentityHashMap<AgentLink, ConnectedAgent> arrivals = new IdentityHashMap<>();
  private final List<QueueReservation> reservations = new ArrayList<>();
  private final Set<RunId> reservedRuns = new LinkedHashSet<>();
  private final List<Runnable> afterRelease = new ArrayList<>();

  private @Nullable Batch before;

  public Batch(AggregateCache cache, Instant now, List<Long> delivered) {
    this(cache, now, delivered, null);
  }

  private Batch(AggregateCache cache, Instant now, List<Long> delivered, @Nullable Batch before) {
    this.cache = cache;
    this.now = now;
    this.delivered = new ArrayList<>(delivered);
    this.before = before;
  }

  /// A batch that is decided while this one is being committed, as if it had been.
  public Batch next(Instant later, List<Long> alsoDelivered) {
    Set<Long> ours = new LinkedHashSet<>(delivered);
    return new Batch(
        cache, later, alsoDelivered.stream().filter(id -> !ours.contains(id)).toList(), this);
  }

  /// The batch before has been committed: the cache has what it knew.
  public void previousCommitted() {
    before = null;
  }

  /// Whether it has no consequences but replies and its commit, so that the next batch may be
  /// decided before it is committed.
  public boolean allowsNextBatch() {
    return arrivals.isEmpty() && afterRelease.isEmpty();
  }

  public Instant now() {
    return now;
  }

  void add(Change change) {
    changes.add(change);
    change.revisions().forEach(revision -> put(revision.after()));
    if (!change.triggerKey().isEmpty()) {
      triggers.put(change.trigger(), change.run().id());
    }
  }

  /// Remembers an aggregate for the decisions that follow, without a durable change.
  void put(Aggregate aggregate) {
    pages.put(new AggregateKey(aggregate.kind(), aggregate.key()), aggregate);
  }

  /// Stores the answer to a request that may be repeated, with what it has changed.
  public void store(StoredAnswer answer) {
    answers.add(answer);
  }

  /// Adds a reply, to be released after the commit, in this order.
  public void reply(Runnable reply) {
    replies.add(reply);
  }

  public void send(AgentLink link, ServerMessage message) {
    replies.add(() -> link.send(message));
  }

  /// Adds work to be done when all replies are released.
  public void afterRelease(Runnable work) {
    afterRelease.add(work);
  }

  /// Adds an agent that registers in this batch, and may send messages in it.
  public void addArrival(ConnectedAgent agent) {
    arrivals.put(agent.link(), agent);
  }

  /// Announces with the commit that these queues are reserved.
  ///
  /// @param runs whose attempts no other orchestrator need be woken for
  public void reserve(List<QueueReservation> queues, Set<RunId> runs) {
    reservations.addAll(queues);
    reservedRuns.addAll(runs);
  }

  public int arrivalCount() {
    return arrivals.size();
  }

  public Optional<ConnectedAgent> arrival(AgentLink link) {
    return Optional.ofNullable(arrivals.get(link));
  }

  /// The effect need not be kept any longer.
  public void markDelivered(long effect) {
    delivered.add(effect);
  }

  /// Records that the message of that number was accepted.
  public void recordSequence(RunId run, LeaseRef lease, long seq) {
    sequences.put(new LeaseKey(run, lease), seq);
  }

  /// The last number that this batch has accepted under a lease.
  public Optional<Long> lastSequence(RunId run, LeaseRef lease) {
    @Nullable Long own = sequences.get(new LeaseKey(run, lease));
    if (own == null && before != null) {
      return before.lastSequence(run, lease);
    }
    return Optional.ofNullable(own);
  }

  /// The run that this batch has created for a trigger.
  public Optional<RunId> runOfTrigger(TriggerKey key) {
    @Nullable RunId own = triggers.get(key);
    if (own == null && before != null) {
      return before.runOfTrigger(key);
    }
    return Optional.ofNullable(own);
  }

  /// A run as this batch knows it. It is read once: the cache may evict it meanwhile, and what
  /// would be read again may be newer than what was decided by.
  public Optional<Run> run(RunId id) {
    Run own = (Run) own(Kind.RUN, id.value());
    Run known = own != null ? own : read.get(id);
    if (known != null) {
      return Optional.of(known);
    }
    if (!cache.has(id)) {
      refreshed.add(id);
    }
    Optional<Run> found = cache.run(id);
    found.ifPresent(run -> read.put(id, run));
    return found;
  }

  /// Whether a run that is taken to be new may exist.
  public boolean mayExist(RunId id) {
    return own(Kind.RUN, id.value()) != null || cache.mayExist(id);
  }

  /// Makes sure that the run is in its newest version, before a command is rejected by it. Returns
  /// whether it was outdated. A run that the batch writes is not looked up: the commit checks it.
  public boolean refresh(RunId id) {
    Optional<Run> known = run(id);
    boolean isCertain = own(Kind.RUN, id.value()) != null || !refreshed.add(id);
    if (known.isEmpty() || isCertain || cache.version(id) == known.get().version()) {
      return false;
    }
    cache.outdate(id);
    read.remove(id);
    return true;
  }

  @Override
  public Group group(String key) {
    Group own = (Group) own(Kind.GROUP, key);
    return own != null ? own : cache.group(key);
  }

  @Override
  public Breaker breaker(String key) {
    Breaker own = (Breaker) own(Kind.BREAKER, key);
    return own != null ? own : cache.breaker(key);
  }

  @Override
  public Agent agent(String id) {
    Agent own = (Agent) own(Kind.AGENT, id);
    return own != null ? own : cache.agent(id);
  }

  @Override
  public List<List<String>> agentLabels(String org) {
    return cache.labels(org);
  }

  @Override
  public List<GroupPlace> groupPlaces(RunId id) {
    Run own = (Run) own(Kind.RUN, id.value());
    return own != null ? GroupPlaces.of(own) : cache.places(id);
  }

  private @Nullable Aggregate own(Kind kind, String key) {
    var on = new AggregateKey(kind, key);
    @Nullable Aggregate own = pages.get(on);
    return own == null && before != null ? before.pages.get(on) : own;
  }

  /// Whether there is anything to commit.
  ///
  /// @param discardsEffects whether delivered effects alone are worth a commit; else they wait
  public boolean isWorthACommit(boolean discardsEffects) {
    return !changes.isEmpty() || !sequences.isEmpty() || (discardsEffects && !delivered.isEmpty());
  }

  /// The commit of this batch.
  ///
  /// @param orchestrator the id of the one that commits
  /// @param isConnected whether an agent is connected to this orchestrator
  /// @param dispatchedHere the agents whose dispatches are sent without being stored
  public Commit commit(
      String orchestrator, String id, Predicate<String> isConnected, Set<String> dispatchedHere) {
    List<Commit.AcceptedMessage> last = new ArrayList<>();
    sequences.forEach(
        (key, seq) -> last.add(new Commit.AcceptedMessage(key.run(), key.lease(), seq)));
    changes.replaceAll(this::withoutNeedlessPlanning);
    var notice = new CommitNotice(orchestrator, wakesOthers(isConnected), reservations);
    return new Commit(id, changes, delivered, last, notice, dispatchedHere, answers);
  }

  /// The change without its request to read the workflow, if the run has its plan in this batch.
  private Change withoutNeedlessPlanning(Change change) {
    boolean isPlanned =
        change.effects().stream().anyMatch(Effect.ReadWorkflow.class::isInstance)
            && run(change.run().id()).filter(it -> it.state() != RunState.PLANNING).isPresent();
    return isPlanned ? change.without(Effect.ReadWorkflow.class) : change;
  }

  /// Whether another orchestrator has something to send to an agent, or a job to dispatch.
  private boolean wakesOthers(Predicate<String> isConnected) {
    return changes.stream()
        .anyMatch(change ->
            change.effects().stream()
                    .anyMatch(
                        it -> it instanceof Effect.ToAgent to && !isConnected.test(to.agent()))
                || change.affectedRun().filter(this::isLeftInTheQueue).isPresent());
  }

  private boolean isLeftInTheQueue(Run run) {
    return run.jobCounts().inStates(AttemptState.QUEUED) > 0
        && !reservedRuns.contains(run.id())
        && run(run.id()).filter(it -> it.jobCounts().inStates(AttemptState.QUEUED) > 0).isPresent();
  }

  public List<Change> changes() {
    return changes;
  }

  public List<Long> delivered() {
    return delivered;
  }

  /// The runs that it changes.
  public Set<RunId> runs() {
    Set<RunId> runs = new LinkedHashSet<>();
    changes.forEach(change -> change.affectedRun().map(Run::id).ifPresent(runs::add));
    sequences.keySet().forEach(key -> runs.add(key.run()));
    return runs;
  }

  /// Puts the results into the cache, because they are durable.
  public void updateCache() {
    pages.values().forEach(cache::put);
  }

  /// Releases the replies, and then does the work that follows them.
  public void release() {
    replies.forEach(Runnable::run);
    afterRelease.forEach(Runnable::run);
  }
}
