package dev.pawl.server.runtime;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.engine.Aggregate.Kind;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.group.Group;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which ready attempt goes to which of the agents that are linked here. It learns what is ready
/// and who is busy from the decisions' lines as they are made, so that its work is proportional to
/// what moves, and takes it back if they are not committed. Owned by the loop.
final class Dispatcher {

  /// The most leases that one turn grants.
  private static final int MOST_GRANTS = 1_000;

  /// The most attempts that a poll asks for: those that this orchestrator knows are served first.
  private static final int MOST_READY = 1_000;

  /// The most agents that a poll looks at.
  private static final int MOST_LOOKS = 100;

  private record Match(Ready ready, Agent agent) {}

  private final Cache cache;
  private final Pool pool = new Pool();
  private final Undo undo = new Undo();
  private final Demand demand = new Demand(undo);
  private String lastLook = "";

  Dispatcher(Cache cache) {
    this.cache = cache;
  }

  /// Learns from a decision that is not committed yet.
  void learn(Change change) {
    change
        .asked()
        .ifPresent(run -> {
          pool.learn(run.id(), run.origin().source().repository());
          change.transitions().forEach(line -> demand.learn(run, line));
        });
    for (Revision revision : change.revisions()) {
      switch (revision.after()) {
        case Agent agent when pool.agent(agent.key()).isPresent() -> put(agent.key(), agent);
        case Group group -> demand.learn(group);
        case dev.pawl.core.engine.Aggregate _ -> {}
      }
    }
  }

  private void put(String id, @Nullable Agent agent) {
    Agent before = pool.put(id, agent);
    undo.note(() -> pool.put(id, before));
  }

  /// An agent is linked here, and this is what is known of it.
  void linked(Agent agent) {
    agent.leases().stream()
        .filter(lease -> !pool.knows(lease.run()))
        .forEach(lease ->
            cache
                .run(lease.run())
                .ifPresent(run -> pool.learn(run.id(), run.origin().source().repository())));
    pool.put(agent.key(), agent);
  }

  void unlinked(String agent) {
    pool.put(agent, null);
  }

  /// Grants what can be granted. Says whether there may be more.
  boolean grant(Batch batch, Decider decider) {
    for (int grants = 0; grants < MOST_GRANTS; grants++) {
      Optional<Match> match = next(batch.now());
      if (match.isEmpty()) {
        return false;
      }
      Ready ready = match.get().ready();
      String agent = match.get().agent().key();
      if (decider.decide(batch, ready.run(), new GrantLease(ready.attempt(), agent))
          instanceof Decision.Refused(var refusal)) {
        refused(batch, match.get(), refusal.code());
      }
    }
    return true;
  }

  /// The attempt that is next, of those that some agent could take.
  private Optional<Match> next(Instant now) {
    Map<List<String>, Optional<Agent>> free = new LinkedHashMap<>();
    return demand.heads().stream()
        .filter(head ->
            free.computeIfAbsent(head.runsOn(), labels -> pool.freeFor(labels, now)).isPresent())
        .map(head -> new FairShare.Claim(head, pool.inUse(head.repository())))
        .min(FairShare.at(now))
        .map(FairShare.Claim::ready)
        .flatMap(ready ->
            free.getOrDefault(ready.runsOn(), Optional.empty())
                .map(agent -> new Match(ready, agent)));
  }

  private void refused(Batch batch, Match match, Refusal.Code code) {
    InQueue key = InQueue.of(match.ready());
    switch (code) {
      case NO_PLACE -> batch.run(key.run()).ifPresent(run -> demand.park(match.ready(), run));
      case UNFIT -> reload(batch, match.agent());
      // It is not what it was; if it is ready after all, the next poll says so.
      case STALE_LEASE, WRONG_STATE, UNKNOWN -> demand.dequeue(key);
      case NOT_A_REVIEWER, SELF_APPROVAL, TOOL_UNAVAILABLE -> demand.dequeue(key);
    }
  }

  /// Somebody else has changed the agent. If not, that is a contradiction, and it is left alone
  /// until the next poll.
  private void reload(Batch batch, Agent known) {
    cache.forget(new Conflict.On(Kind.AGENT, known.key()));
    Agent fresh = batch.agent(known.key());
    put(known.key(), fresh.equals(known) ? null : fresh);
  }

  /// Looks at what other orchestrators may have changed, between two batches.
  ///
  /// @param links who is linked here
  void poll(Store store, List<String> links, Instant now) {
    demand.lookAgain(group -> {
      cache.forget(new Conflict.On(Kind.GROUP, group));
      return cache.group(group);
    });
    nextOf(links).forEach(this::reload);
    if (pool.hasRoom(now)) {
      demand.merge(store.ready(MOST_READY));
    }
    pool.tidy();
    undo.forget();
  }

  /// Those whose turn it is to be looked at; the first ones again after the last.
  private List<String> nextOf(List<String> links) {
    List<String> some =
        links.stream().filter(id -> id.compareTo(lastLook) > 0).limit(MOST_LOOKS).toList();
    lastLook = some.size() < MOST_LOOKS ? "" : some.getLast();
    return some;
  }

  /// Whether an agent that is linked here is not trusted any more.
  boolean isRevoked(String id) {
    return pool.agent(id).filter(agent -> agent.standing() == Agent.Standing.REVOKED).isPresent();
  }

  /// Reads an agent that is linked here anew.
  void reload(String id) {
    cache.forget(new Conflict.On(Kind.AGENT, id));
    linked(cache.agent(id));
  }

  boolean isLinked(String id) {
    return pool.agent(id).isPresent();
  }

  /// The batch was not committed.
  void rollback() {
    undo.rollback();
  }

  /// The batch was committed.
  void settle() {
    undo.forget();
  }
}
