package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.rows.JobDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A [Store] in memory, for tests and for the simulator: deterministic, as strict as a database,
/// and shared by any number of orchestrators.
///
/// A subclass injects faults. An exception of [#beforeCommit] means that nothing was committed (a
/// [CommitConflict], a full disk, an unknown outcome); one of [#afterCommit] that the commit
/// happened (an unknown outcome, a crash); one of [#beforeRead] fails a read. A crash of an
/// orchestrator is an exception of the subclass's own, after which that orchestrator is not stepped
/// again.
public class MemoryStore implements Store {

  /// The revision of one aggregate by one commit. It has no transitions if only derived state
  /// changed.
  public record Entry(String commit, Instant at, Revision revision) {}

  /// The next deadline of a run.
  private record Waiting(List<QueuedAttempt> ready, Optional<DueRun> nextDue) {
    static final Waiting NOTHING = new Waiting(List.of(), Optional.empty());
  }

  private record LeaseKey(RunId run, LeaseRef lease) {}

  /// A job that has succeeded. Its digest is computed when somebody asks what has succeeded.
  private record Success(Run run, Job job) {}

  /// A longer time without an orchestrator is a gap.
  private static final Duration GAP = Deadlines.MIN_SERVED_BEFORE_EXPIRY;

  private final InstantSource clock;
  private final Map<AggregateKey, Aggregate> aggregates = new LinkedHashMap<>();
  private final Map<RunId, Waiting> waiting = new LinkedHashMap<>();
  private final NavigableMap<QueuePosition, QueuedAttempt> ready = new TreeMap<>();
  private final NavigableSet<DueRun> due = new TreeSet<>();
  private final Map<TriggerKey, RunId> triggers = new LinkedHashMap<>();
  private final List<Success> successes = new ArrayList<>();
  private final Set<String> succeeded = new LinkedHashSet<>();
  private final Map<LeaseKey, Instant> renewed = new LinkedHashMap<>();
  private final Map<LeaseKey, Long> lastSeqs = new LinkedHashMap<>();
  private final TreeMap<Long, StoredEffect> effects = new TreeMap<>();
  private final Set<String> commits = new LinkedHashSet<>();
  private final List<Entry> journal = new ArrayList<>();
  private final Map<RunId, QuarantinedRun> quarantined = new LinkedHashMap<>();
  private long lastEffect;
  private final Map<RepositoryKey, Long> lastNumbers = new LinkedHashMap<>();
  private Instant latest = Instant.EPOCH;
  private Instant servedSince = Instant.EPOCH;
  private Instant lastServed = Instant.EPOCH;

  public MemoryStore(InstantSource clock) {
    this.clock = clock;
  }

  /// Called before anything is checked or written.
  protected void beforeCommit(Commit commit) {}

  /// Called after everything is written.
  protected void afterCommit(Commit commit) {}

  /// Called before anything is read, [#now] and [#wasCommitted] included.
  protected void beforeRead() {}

  /// All committed entries, in order.
  public List<Entry> journal() {
    return List.copyOf(journal);
  }

  /// The current state of all aggregates, with the liveness of leases.
  public List<Aggregate> everything() {
    return aggregates.values().stream()
        .map(one -> one instanceof Run run ? withLiveness(run) : one)
        .toList();
  }

  @Override
  public final Instant now() {
    beforeRead();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    latest = now.isAfter(latest) ? now : latest;
    return latest;
  }

  @Override
  public final void commit(Commit commit) {
    beforeCommit(commit);
    check(commit);
    if (!commits.add(commit.id())) {
      throw new IllegalStateException("a commit id is used once: " + commit.id());
    }
    commit.changes().forEach(change -> write(commit, change));
    commit.delivered().forEach(effects::remove);
    commit
        .acceptedMessages()
        .forEach(heard ->
            lastSeqs.merge(new LeaseKey(heard.run(), heard.lease()), heard.seq(), Math::max));
    afterCommit(commit);
  }

  /// Checks each change against what the changes before it leave behind.
  private void check(Commit commit) {
    Map<AggregateKey, Long> versions = new LinkedHashMap<>();
    Map<String, RunId> keys = new LinkedHashMap<>();
    Set<AggregateKey> moved = new LinkedHashSet<>();
    for (Change change : commit.changes()) {
      for (Decision.Read read : change.decision().reads()) {
        var on = new AggregateKey(read.kind(), read.key());
        expect(on, read.version(), versions, moved);
      }
      for (Revision revision : change.revisions()) {
        var on = on(revision.after());
        if (isWritten(revision)) {
          expect(on, revision.expectedVersion(), versions, moved);
          versions.put(on, revision.after().version());
        } else {
          expect(on, revision.after().version(), versions, moved);
        }
      }
      for (Change.UnrenewedLease silence : change.unrenewedLeases()) {
        var lease = new LeaseKey(change.run().id(), silence.lease());
        if (renewed.getOrDefault(lease, Instant.MIN).isAfter(silence.since())) {
          moved.add(on(change.run()));
        }
      }
      if (!change.triggerKey().isEmpty()) {
        RunId id = change.run().id();
        RunId first = triggers.getOrDefault(change.trigger(), id);
        RunId inBatch = keys.putIfAbsent(change.triggerKey(), id);
        if (!first.equals(id) || (inBatch != null && !inBatch.equals(id))) {
          moved.add(on(change.run()));
        }
      }
    }
    if (!moved.isEmpty()) {
      throw new CommitConflict(List.copyOf(moved));
    }
  }

  private void expect(
      AggregateKey on, long version, Map<AggregateKey, Long> versions, Set<AggregateKey> moved) {
    long found = versions.getOrDefault(on, version(on));
    if (found != version) {
      moved.add(on);
    }
  }

  private static boolean isWritten(Revision revision) {
    return !revision.transitions().isEmpty() || revision.after().kind() == Kind.AGENT;
  }

  private static AggregateKey on(Aggregate aggregate) {
    return new AggregateKey(aggregate.kind(), aggregate.key());
  }

  private long version(AggregateKey on) {
    Aggregate found = aggregates.get(on);
    return found == null ? 0 : found.version();
  }

  private void write(Commit commit, Change change) {
    for (Revision revision : change.revisions()) {
      if (isWritten(revision)) {
        aggregates.put(on(revision.after()), revision.after());
        journal.add(new Entry(commit.id(), change.at(), revision));
        rememberSuccess(revision);
      }
    }
    change
        .affectedRun()
        .ifPresent(run -> {
          change
              .decision()
              .renewed()
              .forEach(lease ->
                  renewed.merge(
                      new LeaseKey(run.id(), lease),
                      change.at(),
                      (before, now) -> now.isAfter(before) ? now : before));
          waits(run, change.nextDue());
          if (!change.triggerKey().isEmpty()) {
            triggers.put(change.trigger(), run.id());
          }
          if (run.isOver()) {
            quarantined.remove(run.id());
            renewed.keySet().removeIf(key -> key.run().equals(run.id()));
          }
        });
    String owner = change.revisions().getFirst().after().key();
    for (Effect effect : change.effects()) {
      if (commit.keeps(effect)) {
        effects.put(++lastEffect, new StoredEffect(lastEffect, owner, effect, change.at()));
      }
    }
  }

  private void waits(Run run, Optional<Instant> nextDue) {
    Waiting before = waiting.getOrDefault(run.id(), Waiting.NOTHING);
    Waiting now = new Waiting(ready(run), nextDue.map(at -> new DueRun(at, run.id())));
    if (now.equals(Waiting.NOTHING)) {
      waiting.remove(run.id());
    } else {
      waiting.put(run.id(), now);
    }
    if (!now.ready().equals(before.ready())) {
      before.ready().forEach(one -> ready.remove(QueuePosition.of(one)));
      now.ready().forEach(one -> ready.put(QueuePosition.of(one), one));
    }
    if (!now.nextDue().equals(before.nextDue())) {
      before.nextDue().ifPresent(due::remove);
      now.nextDue().ifPresent(due::add);
    }
  }

  private static List<QueuedAttempt> ready(Run run) {
    if (run.isOver() || run.jobCounts().inStates(AttemptState.QUEUED) == 0) {
      return List.of();
    }
    List<QueuedAttempt> ready = new ArrayList<>();
    for (Job job : run.jobs()) {
      if (job.attempt().state() == AttemptState.QUEUED) {
        ready.add(QueuedAttempt.of(run, job));
      }
    }
    return ready;
  }

  @Override
  public final boolean wasCommitted(Commit commit) {
    beforeRead();
    return commits.contains(commit.id());
  }

  @Override
  public final Optional<Run> run(RunId id) {
    beforeRead();
    return aggregates.get(new AggregateKey(Kind.RUN, id.value())) instanceof Run run
        ? Optional.of(withLiveness(run))
        : Optional.empty();
  }

  @Override
  public final Optional<RestoredRun> restored(RunId id) {
    return run(id).map(run -> RunSnapshots.of(run));
  }

  @Override
  public final void quarantine(QuarantinedRun run) {
    beforeRead();
    if (run(run.run()).filter(it -> !it.isOver()).isPresent()) {
      quarantined.put(run.run(), run);
    }
  }

  @Override
  public final List<QuarantinedRun> quarantined(int most) {
    beforeRead();
    return quarantined.isEmpty() ? List.of() : quarantined.values().stream().limit(most).toList();
  }

  /// Lets orchestrators decide about the run again.
  public final void release(RunId run) {
    quarantined.remove(run);
  }

  private Run withLiveness(Run run) {
    Run alive = run;
    for (var entry : renewed.entrySet()) {
      LeaseRef lease = entry.getKey().lease();
      if (entry.getKey().run().equals(run.id())
          && run.currentAttempt(lease.attempt()).orElse(null) instanceof Attempt.WithAgent held
          && held.lease().number() == lease.number()
          && held.lease().renewedAt().isBefore(entry.getValue())) {
        alive = EventApplier.apply(alive, new LeaseRenewed(lease), entry.getValue());
      }
    }
    return alive;
  }

  @Override
  public final long version(RunId id) {
    beforeRead();
    return version(new AggregateKey(Kind.RUN, id.value()));
  }

  @Override
  public final Optional<RunId> runOfTrigger(TriggerKey key) {
    beforeRead();
    return Optional.ofNullable(triggers.get(key));
  }

  private void rememberSuccess(Revision revision) {
    if (!(revision.after() instanceof Run run)) {
      return;
    }
    for (Transition line : revision.transitions()) {
      if (line.cause() instanceof DomainEvent.AttemptCompleted(var ref, var row, _, _, _)
          && row == AttemptEvent.SUCCEED) {
        successes.add(new Success(run, run.job(ref.job())));
      }
    }
  }

  private static String jobOfCommit(Run run, Job job) {
    var origin = run.origin();
    return String.join(
        "\n",
        origin.source().repository(),
        origin.source().commit(),
        origin.workflow(),
        job.planned().id(),
        new JobDigest(run).of(job.planned()));
  }

  @Override
  public final boolean hasSucceeded(RunId id, String job) {
    beforeRead();
    successes.forEach(one -> succeeded.add(jobOfCommit(one.run(), one.job())));
    successes.clear();
    return run(id)
        .filter(run -> !run.origin().source().commit().isEmpty())
        .filter(run -> !run.origin().source().repository().isEmpty())
        .flatMap(run -> run.job(job).map(asked -> succeeded.contains(jobOfCommit(run, asked))))
        .orElse(false);
  }

  @Override
  public final List<DueRun> dueRuns(Instant now, DueRun after, int most) {
    beforeRead();
    if (due.isEmpty() || now.isBefore(due.first().at())) {
      return List.of();
    }
    return due.tailSet(after, false).stream()
        .takeWhile(one -> !now.isBefore(one.at()))
        .filter(one -> !quarantined.containsKey(one.run()))
        .limit(most)
        .toList();
  }

  @Override
  public final List<QueuedAttempt> queuedAttempts(QueuePosition after, int most) {
    beforeRead();
    if (ready.isEmpty()) {
      return List.of();
    }
    List<QueuedAttempt> page = new ArrayList<>();
    for (QueuedAttempt one : ready.tailMap(after, false).values()) {
      if (page.size() == most) {
        break;
      }
      if (!quarantined.containsKey(one.run())) {
        page.add(one);
      }
    }
    return page;
  }

  @Override
  public final List<StoredEffect> pendingEffects(long after, int most) {
    beforeRead();
    if (effects.isEmpty()) {
      return List.of();
    }
    return effects.tailMap(after, false).values().stream().limit(most).toList();
  }

  @Override
  public final long lastSeq(RunId run, LeaseRef lease) {
    beforeRead();
    return lastSeqs.getOrDefault(new LeaseKey(run, lease), 0L);
  }

  @Override
  public final Instant recordPresence(Instant now) {
    beforeRead();
    if (now.isAfter(lastServed.plus(GAP))) {
      servedSince = now;
    }
    lastServed = now.isAfter(lastServed) ? now : lastServed;
    return servedSince;
  }

  @Override
  public final void discardUndeliverable(RunId run) {
    effects
        .values()
        .removeIf(stored ->
            stored.aggregate().equals(run.value()) && stored.effect() instanceof Effect.ToAgent);
  }

  @Override
  public final long nextRunNumber(RepositoryKey repository) {
    beforeRead();
    return lastNumbers.merge(repository, 1L, Long::sum);
  }

  @Override
  public final Group group(String key) {
    beforeRead();
    return aggregates.get(new AggregateKey(Kind.GROUP, key)) instanceof Group group
        ? group
        : Group.named(key);
  }

  @Override
  public Breaker breaker(String key) {
    beforeRead();
    return aggregates.get(new AggregateKey(Kind.BREAKER, key)) instanceof Breaker breaker
        ? breaker
        : Breaker.of(key, ToolProfile.DEFAULT);
  }

  @Override
  public final Agent agent(String id) {
    beforeRead();
    return aggregates.get(new AggregateKey(Kind.AGENT, id)) instanceof Agent agent
        ? agent
        : Agent.unknown(id);
  }

  @Override
  public final List<List<String>> agentLabels(String org) {
    beforeRead();
    return aggregates.values().stream()
        .filter(Agent.class::isInstance)
        .map(Agent.class::cast)
        .filter(agent -> agent.org().equals(org))
        .filter(agent -> agent.availability() != Agent.Availability.REVOKED)
        .map(Agent::labels)
        .distinct()
        .toList();
  }

  @Override
  public final List<GroupPlace> groupPlaces(RunId id) {
    beforeRead();
    return aggregates.get(new AggregateKey(Kind.RUN, id.value())) instanceof Run run
        ? GroupPlaces.of(run)
        : List.of();
  }

  @Override
  public void close() {}
}
