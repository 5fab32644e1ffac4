package dev.pawl.simulation.mutants;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import dev.pawl.server.store.RestoredRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoredEffect;
import dev.pawl.server.store.TriggerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A store with one defect.
public final class MutantStore implements Store {

  private final Store store;
  private final Mutant mutant;
  private final Map<RunId, Run> read = new LinkedHashMap<>();
  private @Nullable Commit promised;

  public MutantStore(Store store, Mutant mutant) {
    this.store = store;
    this.mutant = mutant;
  }

  @Override
  public void commit(Commit commit) {
    switch (mutant) {
      case REPLIES_BEFORE_THE_COMMIT -> {
        Commit before = promised;
        promised = commit;
        if (before != null) {
          store.commit(before);
        }
      }
      case TRIGGERS_TWICE ->
          store.commit(with(commit, one -> change(one, one.unrenewedLeases(), "")));
      case IGNORES_A_LATER_RENEWAL ->
          store.commit(with(commit, one -> change(one, List.of(), one.triggerKey())));
      case LEASES_TO_A_DRAINING_AGENT, LEASES_WITHOUT_THE_LABEL, LEASES_BEYOND_SLOTS ->
          store.commit(withRealAgents(commit));
      default -> store.commit(commit);
    }
  }

  /// The commit with the agents as they are: what is wrong about them is only what leases are
  /// granted by.
  private Commit withRealAgents(Commit commit) {
    Map<String, Agent> agents = new LinkedHashMap<>();
    return with(
        commit,
        one -> {
          List<Revision> revisions = new ArrayList<>();
          for (Revision revision : one.revisions()) {
            revisions.add(
                revision.after() instanceof Agent agent
                    ? real(agents, agent, revision, one.at())
                    : revision);
          }
          Decision.Accepted decision = one.decision();
          return new Change(
              new Decision.Accepted(
                  revisions, decision.reads(), decision.effects(), decision.renewed()),
              one.at(),
              one.nextDue(),
              one.unrenewedLeases(),
              one.triggerKey());
        });
  }

  private Revision real(Map<String, Agent> agents, Agent wrong, Revision revision, Instant at) {
    Agent real = agents.computeIfAbsent(wrong.key(), store::agent);
    for (Transition line : revision.transitions()) {
      real = (Agent) EventApplier.apply(real, line.cause(), at);
    }
    real =
        new Agent(
            real.key(),
            real.org(),
            real.name(),
            real.labels(),
            real.slots(),
            real.availability(),
            wrong.leases(),
            wrong.backoffUntil(),
            wrong.version());
    agents.put(real.key(), real);
    return new Revision(real, revision.transitions());
  }

  private static Commit with(Commit commit, UnaryOperator<Change> other) {
    return commit.with(commit.changes().stream().map(other).toList());
  }

  private static Change change(
      Change one, List<Change.UnrenewedLease> silences, String triggerKey) {
    return new Change(one.decision(), one.at(), one.nextDue(), silences, triggerKey);
  }

  @Override
  public List<StoredEffect> pendingEffects(long after, int most) {
    List<StoredEffect> effects = store.pendingEffects(after, most);
    return mutant == Mutant.NEVER_DELIVERS_AN_EFFECT
        ? effects.stream().filter(one -> !(one.effect() instanceof Effect.AskRun)).toList()
        : effects;
  }

  @Override
  public Optional<RunId> runOfTrigger(TriggerKey key) {
    return mutant == Mutant.TRIGGERS_TWICE ? Optional.empty() : store.runOfTrigger(key);
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public void onNotification(Consumer<CommitNotice> listener) {
    store.onNotification(listener);
  }

  @Override
  public boolean wasCommitted(Commit commit) {
    return store.wasCommitted(commit);
  }

  @Override
  public Optional<Run> run(RunId id) {
    return mutant == Mutant.IGNORES_A_LATER_RENEWAL ? asReadBefore(id) : store.run(id);
  }

  /// A run as it was read before, as long as its version does not reveal it.
  private Optional<Run> asReadBefore(RunId id) {
    Optional<Run> found = store.run(id);
    found.ifPresent(
        run -> read.merge(id, run, (old, now) -> old.version() == now.version() ? old : now));
    return Optional.ofNullable(read.get(id));
  }

  @Override
  public Optional<RestoredRun> restored(RunId id) {
    return store.restored(id);
  }

  @Override
  public void quarantine(QuarantinedRun run) {
    store.quarantine(run);
  }

  @Override
  public List<QuarantinedRun> quarantined(int limit) {
    return store.quarantined(limit);
  }

  @Override
  public long version(RunId id) {
    return store.version(id);
  }

  @Override
  public List<DueRun> dueRuns(Instant now, DueRun after, int most) {
    return store.dueRuns(now, after, most);
  }

  @Override
  public List<QueuedAttempt> queuedAttempts(QueuePosition after, int most) {
    return store.queuedAttempts(after, most);
  }

  @Override
  public long lastSeq(RunId run, LeaseRef lease) {
    return mutant == Mutant.FORGETS_WHAT_IT_HEARD ? 0 : store.lastSeq(run, lease);
  }

  @Override
  public boolean hasSucceeded(RunId run, String job) {
    return store.hasSucceeded(run, job);
  }

  @Override
  public Instant recordPresence(Instant now) {
    return store.recordPresence(now);
  }

  @Override
  public void discardUndeliverable(RunId run) {
    store.discardUndeliverable(run);
  }

  @Override
  public long nextRunNumber(RepositoryKey repository) {
    return store.nextRunNumber(repository);
  }

  @Override
  public Group group(String key) {
    return store.group(key);
  }

  @Override
  public Breaker breaker(String key) {
    return store.breaker(key);
  }

  @Override
  public Agent agent(String id) {
    Agent agent = store.agent(id);
    return new Agent(
        agent.key(),
        agent.org(),
        agent.name(),
        mutant == Mutant.LEASES_WITHOUT_THE_LABEL ? List.of(Agent.ANY_LABEL) : agent.labels(),
        mutant == Mutant.LEASES_BEYOND_SLOTS ? agent.slots() + 3 : agent.slots(),
        mutant == Mutant.LEASES_TO_A_DRAINING_AGENT
            ? Agent.Availability.READY
            : agent.availability(),
        agent.leases(),
        agent.backoffUntil(),
        agent.version());
  }

  @Override
  public List<List<String>> agentLabels(String org) {
    return store.agentLabels(org);
  }

  @Override
  public List<GroupPlace> groupPlaces(RunId run) {
    return store.groupPlaces(run);
  }

  @Override
  public void close() {
    store.close();
  }
}
