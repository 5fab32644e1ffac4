package dev.pawl.server.decision;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.Tick;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Change.UnrenewedLease;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.RestoredRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides commands by the state that a batch knows, and puts accepted decisions into the batch.
/// Owned by the loop.
public final class Decider {

  private static final Logger LOG = LoggerFactory.getLogger(Decider.class);

  private final Engine engine;
  private final AggregateCache cache;
  private final LeaseRenewalCheck renewals;
  private final Consumer<Change> onChange;
  private final Quarantine quarantine = new Quarantine();
  private final CommittedStoreView view;
  private final String orchestrator;
  private final RunObserver observer;
  private boolean mayBlameCache = true;

  /// @param orchestrator the id of the orchestrator that decides
  public Decider(
      String orchestrator,
      Engine engine,
      AggregateCache cache,
      CommittedStoreView view,
      LeaseRenewalCheck renewals,
      Consumer<Change> onChange,
      RunObserver observer) {
    this.orchestrator = orchestrator;
    this.engine = engine;
    this.cache = cache;
    this.view = view;
    this.renewals = renewals;
    this.onChange = onChange;
    this.observer = observer;
  }

  /// Sets how exceptions of the engine are treated.
  ///
  /// @param isTrusting whether an exception of the engine may still be the cache's fault
  public void setRetryOnStaleCache(boolean isTrusting) {
    this.mayBlameCache = isTrusting;
  }

  /// Decides a command about a run. It is rejected only by the newest state; and a lease expires
  /// only after the store was asked whether another orchestrator has renewed it.
  public Decision decide(Batch batch, RunId id, EngineCommand command) {
    Decision decision = decideUnlessCorrupt(batch, id, command);
    if (command instanceof CancelRun cancel && cancel.force() && quarantine.holds(id)) {
      return end(batch, id, cancel);
    }
    return command instanceof Tick tick && quarantine.holds(id) && hasEndedByRows(id)
        ? leave(batch, id, tick)
        : decision;
  }

  private Decision decideUnlessCorrupt(Batch batch, RunId id, EngineCommand command) {
    try {
      return decideByNewestState(batch, id, command);
    } catch (CorruptJournal e) {
      return quarantined(id, e);
    }
  }

  private Decision decideByNewestState(Batch batch, RunId id, EngineCommand command) {
    Decision decision = decideOnce(batch, id, command);
    boolean isOutdated =
        decision instanceof Decision.Accepted
            ? !unrenewedLeases(batch, id, command, decision).isEmpty()
                && renewals.applyLaterRenewals(batch, id)
            : batch.refresh(id);
    Decision last = isOutdated ? decideOnce(batch, id, command) : decision;
    stage(batch, last, unrenewedLeases(batch, id, command, last), "");
    return last;
  }

  private static List<UnrenewedLease> unrenewedLeases(
      Batch batch, RunId id, EngineCommand command, Decision decision) {
    return command instanceof Tick && decision instanceof Decision.Accepted accepted
        ? batch
            .run(id)
            .map(run -> LeaseRenewalCheck.unrenewedLeases(run, accepted))
            .orElse(List.of())
        : List.of();
  }

  /// Makes the first decision about a new run.
  public Decision create(
      Batch batch, Run run, EngineCommand.StartPlanning start, String triggerKey) {
    Decision decision = quarantine.refusal(run.id()).orElseGet(() -> decideOnce(batch, run, start));
    stage(batch, decision, List.of(), triggerKey);
    return decision;
  }

  /// Decides a command about an agent. Rare enough to be decided by the store's state.
  public Decision decide(Batch batch, String id, AgentStateCommand command) {
    cache.forget(new AggregateKey(Kind.AGENT, id));
    Agent agent = batch.agent(id);
    Decision decision = engine.decide(agent, command, batch.now());
    stage(batch, decision, List.of(), "");
    return decision;
  }

  public Decision reset(Batch batch, String breaker, Actor by) {
    cache.forget(new AggregateKey(Kind.BREAKER, breaker));
    Decision decision = engine.reset(batch.breaker(breaker), by, batch.now());
    stage(batch, decision, List.of(), "");
    return decision;
  }

  /// Gives a tool a profile of its own, or takes it away.
  public Decision configure(Batch batch, String breaker, Optional<ToolProfile> profile, Actor by) {
    cache.forget(new AggregateKey(Kind.BREAKER, breaker));
    Decision decision = engine.configure(batch.breaker(breaker), profile, by, batch.now());
    stage(batch, decision, List.of(), "");
    return decision;
  }

  /// Applies the deadlines of a run that have passed. If none has, the store gets the run's next
  /// deadline, because a renewal has moved the one that it has.
  public void tick(Batch batch, RunId id, Instant servedSince) {
    if (decide(batch, id, new Tick(servedSince)) instanceof Decision.Late) {
      batch
          .run(id)
          .filter(run -> isNotDue(run, batch.now()))
          .ifPresent(run -> {
            var asItIs = new Revision(run, List.of());
            var nothing = new Decision.Accepted(List.of(asItIs), List.of(), List.of(), List.of());
            stage(batch, nothing, List.of(), "");
          });
    }
  }

  private boolean isNotDue(Run run, Instant now) {
    return engine.nextDue(run).map(now::isBefore).orElse(true);
  }

  private Decision decideOnce(Batch batch, RunId id, EngineCommand command) {
    Optional<Decision> refusal = quarantine.refusal(id);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    return batch.run(id).map(run -> decideOnce(batch, run, command)).orElseGet(() -> notFound(id));
  }

  private Decision notFound(RunId id) {
    return cache.broken().map(broken -> quarantined(id, broken)).orElseGet(() -> unknown(id));
  }

  private static Decision unknown(RunId id) {
    return new Decision.Refused(new Refusal(Refusal.Code.UNKNOWN, "there is no run " + id));
  }

  /// Decides nothing more about the run, but to end it by force. If the store has rejected just
  /// that, the next request for it is decided in another way. False if there is none.
  public boolean quarantine(RunId id, RuntimeException reason) {
    if (quarantine.holds(id)) {
      return quarantine.endRejected(id, describe(reason));
    }
    Store store = view.store();
    var held = new QuarantinedRun(id, describe(reason), store.now(), orchestrator);
    store.quarantine(held);
    quarantine.add(held);
    LOG.atError().addKeyValue("run", id).setCause(reason).log("run quarantined");
    observer.quarantined(id, reason);
    return true;
  }

  private static String describe(RuntimeException problem) {
    return problem instanceof ConstraintViolation || problem instanceof CorruptJournal
        ? String.valueOf(problem.getMessage())
        : problem.toString();
  }

  private Decision quarantined(RunId id, RuntimeException reason) {
    quarantine(id, reason);
    return quarantine.refusal(id).orElseThrow();
  }

  /// Takes over which runs the store says are quarantined.
  public void refreshQuarantine() {
    quarantine.refresh(view.store().quarantined(Quarantine.MOST));
  }

  /// Ends a quarantined run by force: by the state that its journal tells, or, if that cannot be
  /// read or decided or committed, by the state that its rows tell, or at last by what it holds.
  private Decision end(Batch batch, RunId id, CancelRun asked) {
    String why = quarantine.of(id).orElseThrow().reason();
    var cancel =
        new CancelRun(
            asked.actor(),
            true,
            asked.code(),
            "%s; it was quarantined: %s".formatted(asked.why(), why));
    return decideInQuarantine(
        batch,
        id,
        cancel,
        run -> engine.cancelRestored(run.bare(), run.event(), cancel, batch, batch.now()));
  }

  /// Lets an ended run leave its groups, in the same ways: it may not block them for good.
  private Decision leave(Batch batch, RunId id, Tick tick) {
    return decideInQuarantine(
        batch,
        id,
        tick,
        run -> engine.leaveRestored(run.bare(), run.event(), Actor.CLOCK, batch, batch.now()));
  }

  private boolean hasEndedByRows(RunId id) {
    try {
      return view.store().holdings(id).filter(RestoredRun::isOver).isPresent();
    } catch (StoreUnavailable e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.atError().addKeyValue("run", id).setCause(e).log("the rows of a run cannot be read");
      return false;
    }
  }

  private Decision decideInQuarantine(
      Batch batch, RunId id, EngineCommand command, Function<RestoredRun, Decision> byRows) {
    Decision decision =
        switch (quarantine.end(id)) {
          case BY_JOURNAL ->
              decideByJournal(batch, id, command)
                  .or(() -> decideByRows(id, byRows))
                  .orElseGet(() -> decideByHoldings(id, byRows));
          case BY_ROWS -> decideByRows(id, byRows).orElseGet(() -> decideByHoldings(id, byRows));
          case BY_HOLDINGS -> decideByHoldings(id, byRows);
          case REJECTED -> quarantine.endRefusal(id, quarantine.rejection(id));
        };
    stage(batch, decision, List.of(), "");
    if (!(decision instanceof Decision.Refused)) {
      batch.afterRelease(() -> quarantine.remove(id));
    }
    return decision;
  }

  /// Empty if it cannot be decided.
  private Optional<Decision> decideByJournal(Batch batch, RunId id, EngineCommand command) {
    cache.forget(new AggregateKey(Kind.RUN, id.value()));
    try {
      return batch.run(id).map(run -> engine.decide(run, command, batch, batch.now()));
    } catch (RuntimeException e) {
      if (cache.isFault(e) && !(e instanceof CorruptJournal)) {
        throw e;
      }
      LOG.atWarn().addKeyValue("run", id).setCause(e).log("run is decided by its rows");
      return Optional.empty();
    }
  }

  /// Empty if it cannot be decided.
  private Optional<Decision> decideByRows(RunId id, Function<RestoredRun, Decision> byRows) {
    try {
      return Optional.of(view.store().restored(id).map(byRows).orElseGet(() -> unknown(id)));
    } catch (StoreUnavailable e) {
      throw e;
    } catch (RuntimeException e) {
      if (cache.isFault(e)) {
        throw e;
      }
      LOG.atWarn().addKeyValue("run", id).setCause(e).log("run is decided by what it holds");
      return Optional.empty();
    }
  }

  private Decision decideByHoldings(RunId id, Function<RestoredRun, Decision> byRows) {
    try {
      return view.store().holdings(id).map(byRows).orElseGet(() -> unknown(id));
    } catch (StoreUnavailable e) {
      throw e;
    } catch (RuntimeException e) {
      if (cache.isFault(e)) {
        throw e;
      }
      LOG.atError().addKeyValue("run", id).setCause(e).log("run cannot be ended");
      return quarantine.endRefusal(id, e.toString());
    }
  }

  private Decision decideOnce(Batch batch, Run run, EngineCommand command) {
    try {
      return engine.decide(run, command, batch, batch.now());
    } catch (RuntimeException e) {
      if (cache.isFault(e)) {
        throw e;
      }
      if (mayBlameCache) {
        throw new StaleCacheException(e);
      }
      return quarantined(run.id(), e);
    }
  }

  private void stage(
      Batch batch, Decision decision, List<UnrenewedLease> silences, String triggerKey) {
    if (decision instanceof Decision.Accepted accepted) {
      Optional<Instant> nextDue =
          accepted.revisions().getFirst().after() instanceof Run run
              ? engine.nextDue(run)
              : Optional.empty();
      var change = new Change(accepted, batch.now(), nextDue, silences, triggerKey);
      batch.add(change);
      onChange.accept(change);
    }
  }

  public boolean isQuarantined(RunId id) {
    return quarantine.holds(id);
  }

  public List<QuarantinedRun> quarantined() {
    return quarantine.shown();
  }

  public List<BoundedSize> sizes() {
    return quarantine.sizes();
  }
}
