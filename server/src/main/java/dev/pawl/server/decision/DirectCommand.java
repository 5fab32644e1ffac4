package dev.pawl.server.decision;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.ConstraintViolation;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.RestoredRun;
import dev.pawl.server.store.Store;
import dev.pawl.server.store.StoreUnavailable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// Decides one command and commits it, beside the orchestrators of the store: by the same engine
/// and guarded by the same versions, so that they see an ordinary conflict.
///
/// It delivers nothing: an orchestrator finds the effects in the store.
public final class DirectCommand {

  private static final int MOST_TRIES = 5;

  private final Store store;
  private final Engine engine;
  private final Supplier<String> commitIds;

  /// @param commitIds gives a new id each time
  public DirectCommand(Store store, Engine engine, Supplier<String> commitIds) {
    this.store = store;
    this.engine = engine;
    this.commitIds = commitIds;
  }

  /// Decides a command about a run, which may be a [EngineCommand.Tick].
  ///
  /// @throws CommitConflict if others keep changing what it touches
  /// @throws dev.pawl.server.store.CorruptJournal if the run's journal is corrupt
  public Decision decide(RunId id, EngineCommand command) {
    return untilItStands(now -> {
      Optional<Run> run = store.run(id);
      if (run.isEmpty()) {
        return unknown(id);
      }
      Decision decision = engine.decide(run.get(), command, store, now);
      if (decision instanceof Decision.Accepted accepted) {
        var silences =
            command instanceof EngineCommand.Tick
                ? LeaseRenewalCheck.unrenewedLeases(run.get(), accepted)
                : List.<Change.UnrenewedLease>of();
        commit(new Change(accepted, now, engine.nextDue(accepted.run()), silences, ""));
      }
      return decision;
    });
  }

  /// Ends a run by force, whatever is wrong with it: by its journal, or, if that fails, by its
  /// rows, or, if that fails, by what they say that it holds.
  ///
  /// @throws CommitConflict as [#decide]
  /// @throws ConstraintViolation if the store rejects that, too
  public Decision end(RunId id, CancelRun cancel) {
    try {
      return decide(id, cancel);
    } catch (CommitConflict | StoreUnavailable | CommitOutcomeUnknown e) {
      throw e;
    } catch (RuntimeException e) {
      var why = new QuarantinedRun(id, String.valueOf(e.getMessage()), store.now(), "command");
      store.quarantine(why); // so that the doctor knows why it was ended in another way
    }
    try {
      return endBy(() -> store.restored(id), id, cancel);
    } catch (CommitConflict | StoreUnavailable | CommitOutcomeUnknown e) {
      throw e;
    } catch (RuntimeException _) {
      return endBy(() -> store.holdings(id), id, cancel);
    }
  }

  private Decision endBy(Supplier<Optional<RestoredRun>> rows, RunId id, CancelRun cancel) {
    return byRows(
        rows, id, (run, now) -> engine.cancelRestored(run.bare(), run.event(), cancel, store, now));
  }

  /// Revokes the leases of a run that has ended and left them behind.
  ///
  /// @throws CommitConflict as [#decide]
  public Decision revokeLeft(RunId id, Actor by) {
    return byRows(
        () -> store.holdings(id),
        id,
        (run, now) ->
            run.isOver()
                ? engine.leaveRestored(run.bare(), run.event(), by, store, now)
                : new Decision.Late("the run has not ended"));
  }

  private Decision byRows(
      Supplier<Optional<RestoredRun>> rows,
      RunId id,
      BiFunction<RestoredRun, Instant, Decision> decide) {
    return untilItStands(now -> {
      Optional<RestoredRun> restored = rows.get();
      if (restored.isEmpty()) {
        return unknown(id);
      }
      Decision decision = decide.apply(restored.get(), now);
      if (decision instanceof Decision.Accepted accepted) {
        commit(new Change(accepted, now, engine.nextDue(accepted.run())));
      }
      return decision;
    });
  }

  private static Decision unknown(RunId id) {
    return new Decision.Refused(new Refusal(Refusal.Code.UNKNOWN, "there is no run " + id));
  }

  /// Closes a breaker.
  ///
  /// @throws CommitConflict as [#decide]
  public Decision reset(String breaker, Actor by) {
    return withoutRun(now -> engine.reset(store.breaker(breaker), by, now));
  }

  /// Gives a tool a profile of its own, or takes it away.
  ///
  /// @throws CommitConflict as [#decide]
  public Decision configure(String breaker, Optional<ToolProfile> profile, Actor by) {
    return withoutRun(now -> engine.configure(store.breaker(breaker), profile, by, now));
  }

  /// Removes a run that is not in the store from a group.
  ///
  /// @throws CommitConflict as [#decide]
  public Decision removeMember(String group, RunId run, Actor by) {
    return withoutRun(now -> engine.removeMember(store.group(group), run, by, now));
  }

  private Decision withoutRun(Function<Instant, Decision> decide) {
    return untilItStands(now -> {
      Decision decision = decide.apply(now);
      if (decision instanceof Decision.Accepted accepted) {
        commit(new Change(accepted, now, Optional.empty()));
      }
      return decision;
    });
  }

  private Decision untilItStands(Function<Instant, Decision> decide) {
    for (int tries = 1; ; tries++) {
      try {
        return decide.apply(store.now());
      } catch (CommitConflict e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private void commit(Change change) {
    store.commit(
        new Commit(
            commitIds.get(), List.of(change), List.of(), List.of(), CommitNotice.WORK, Set.of()));
  }
}
