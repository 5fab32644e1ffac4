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
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.effects.Outbox;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.GroupPlaces;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one turn of the loop has decided, and what it will say once that is durable. Later
/// decisions see what earlier ones of the same batch have made of things.
public final class Batch implements DecisionContext {

  private record LeaseKey(RunId run, LeaseRef lease) {}

  private final AggregateCache cache;
  private final Instant now;
  private final Map<CommitConflict.AggregateKey, Aggregate> pages = new LinkedHashMap<>();
  private final Map<RunId, Run> read = new LinkedHashMap<>();
  private final Set<RunId> current = new LinkedHashSet<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<Long> delivered;
  private final Map<LeaseKey, Long> heard = new LinkedHashMap<>();
  private final Map<String, RunId> triggers = new LinkedHashMap<>();
  private final List<Runnable> told = new ArrayList<>();
  private final IdentityHashMap<AgentLink, ConnectedAgent> arrivals = new IdentityHashMap<>();
  private final List<Runnable> afterwards = new ArrayList<>();

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

  /// One that is decided while this one is being committed, as if that had happened.
  public Batch next(Instant later, List<Long> alsoDelivered) {
    Set<Long> ours = new LinkedHashSet<>(delivered);
    return new Batch(
        cache, later, alsoDelivered.stream().filter(id -> !ours.contains(id)).toList(), this);
  }

  /// The one before has been committed: what it knew, the cache knows.
  public void settle() {
    before = null;
  }

  /// Whether nothing but what it tells and commits follows from it, so that there may be a next one
  /// before it is committed.
  public boolean mayBeFollowed() {
    return arrivals.isEmpty() && afterwards.isEmpty();
  }

  public Instant now() {
    return now;
  }

  void add(Change change) {
    changes.add(change);
    change.revisions().forEach(revision -> put(revision.after()));
    if (!change.triggerKey().isEmpty()) {
      triggers.put(change.triggerKey(), change.run().id());
    }
  }

  /// An aggregate as this batch knows it, though it changes nothing durable about it.
  void put(Aggregate aggregate) {
    pages.put(new CommitConflict.AggregateKey(aggregate.kind(), aggregate.key()), aggregate);
  }

  /// To be done after the commit, in this order.
  public void tell(Runnable answer) {
    told.add(answer);
  }

  public void tell(AgentLink link, ServerMessage message) {
    told.add(() -> link.send(message));
  }

  /// To be done when everybody has been told.
  public void afterwards(Runnable work) {
    afterwards.add(work);
  }

  /// An agent has come in this batch, and may speak in it.
  public void arrive(ConnectedAgent linked) {
    arrivals.put(linked.link(), linked);
  }

  public int arrivals() {
    return arrivals.size();
  }

  public Optional<ConnectedAgent> arrived(AgentLink link) {
    return Optional.ofNullable(arrivals.get(link));
  }

  /// The effect need not be kept.
  public void deliver(long effect) {
    delivered.add(effect);
  }

  /// The message of that number was accepted.
  public void hear(RunId run, LeaseRef lease, long seq) {
    heard.put(new LeaseKey(run, lease), seq);
  }

  /// The last number that this batch has accepted under a lease.
  public Optional<Long> lastHeard(RunId run, LeaseRef lease) {
    @Nullable Long own = heard.get(new LeaseKey(run, lease));
    if (own == null && before != null) {
      return before.lastHeard(run, lease);
    }
    return Optional.ofNullable(own);
  }

  /// The run that this batch has made for a trigger.
  public Optional<RunId> runOfTrigger(String key) {
    @Nullable RunId own = triggers.get(key);
    if (own == null && before != null) {
      return before.runOfTrigger(key);
    }
    return Optional.ofNullable(own);
  }

  /// A run as this batch knows it, which is read once: the cache may let go of it meanwhile, and
  /// what was decided is then not by what would be read anew.
  public Optional<Run> run(RunId id) {
    Run own = (Run) own(Kind.RUN, id.value());
    Run known = own != null ? own : read.get(id);
    if (known != null) {
      return Optional.of(known);
    }
    if (!cache.has(id)) {
      current.add(id);
    }
    Optional<Run> found = cache.run(id);
    found.ifPresent(run -> read.put(id, run));
    return found;
  }

  /// Whether there may be such a run, though whoever asks takes it to be new.
  public boolean mayBeThere(RunId id) {
    return own(Kind.RUN, id.value()) != null || cache.mayBeThere(id);
  }

  /// Makes sure that the run is as new as can be, before anybody is told that something cannot be.
  /// Says whether it was not. One that the batch writes needs no such look: the commit takes it.
  public boolean catchUp(RunId id) {
    Optional<Run> known = run(id);
    boolean isCertain = own(Kind.RUN, id.value()) != null || !current.add(id);
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
  public Breaker breaker(String tool) {
    Breaker own = (Breaker) own(Kind.BREAKER, tool);
    return own != null ? own : cache.breaker(tool);
  }

  @Override
  public Agent agent(String id) {
    Agent own = (Agent) own(Kind.AGENT, id);
    return own != null ? own : cache.agent(id);
  }

  @Override
  public List<List<String>> agentLabels() {
    return cache.labels();
  }

  @Override
  public List<GroupPlace> groupPlaces(RunId id) {
    Run own = (Run) own(Kind.RUN, id.value());
    return own != null ? GroupPlaces.of(own) : cache.places(id);
  }

  private @Nullable Aggregate own(Kind kind, String key) {
    var on = new CommitConflict.AggregateKey(kind, key);
    @Nullable Aggregate own = pages.get(on);
    return own == null && before != null ? before.pages.get(on) : own;
  }

  /// @param forgets whether the end of effects is worth one, which waits otherwise
  public boolean isWorthACommit(boolean forgets) {
    return !changes.isEmpty() || !heard.isEmpty() || (forgets && !delivered.isEmpty());
  }

  /// What is to be made durable.
  ///
  /// @param outbox says which agents it tells by itself
  public Commit commit(String id, ConnectedAgents links, Outbox outbox) {
    List<Commit.AcceptedMessage> last = new ArrayList<>();
    heard.forEach((key, seq) -> last.add(new Commit.AcceptedMessage(key.run(), key.lease(), seq)));
    changes.replaceAll(this::needed);
    Set<String> linked = outbox.dispatching(changes);
    return new Commit(id, changes, delivered, last, isNews(links), linked);
  }

  /// Nobody need read the workflow of a run that has its plan by the time it is durable.
  private Change needed(Change change) {
    boolean isPlanned =
        change.effects().stream().anyMatch(Effect.ReadWorkflow.class::isInstance)
            && run(change.run().id()).filter(it -> it.state() != RunState.PLANNING).isPresent();
    return isPlanned ? change.without(Effect.ReadWorkflow.class) : change;
  }

  /// Whether there is something to be told to an agent that is linked elsewhere, or to be done by
  /// one.
  private boolean isNews(ConnectedAgents links) {
    return changes.stream()
        .anyMatch(change ->
            change.effects().stream()
                    .anyMatch(
                        it -> it instanceof Effect.ToAgent to && links.of(to.agent()).isEmpty())
                || change.affectedRun().filter(this::isLeftInTheQueue).isPresent());
  }

  private boolean isLeftInTheQueue(Run run) {
    return run.jobCounts().inStates(AttemptState.QUEUED) > 0
        && run(run.id()).filter(it -> it.jobCounts().inStates(AttemptState.QUEUED) > 0).isPresent();
  }

  List<Change> changes() {
    return changes;
  }

  public List<Long> delivered() {
    return delivered;
  }

  /// The runs that it makes something of.
  public Set<RunId> runs() {
    Set<RunId> runs = new LinkedHashSet<>();
    changes.forEach(change -> change.affectedRun().map(Run::id).ifPresent(runs::add));
    heard.keySet().forEach(key -> runs.add(key.run()));
    return runs;
  }

  /// It is durable: this is what is known from now on.
  public void remember() {
    pages.values().forEach(cache::put);
  }

  /// Says what is to be said.
  public void speak() {
    told.forEach(Runnable::run);
  }

  public void finish() {
    afterwards.forEach(Runnable::run);
  }
}
