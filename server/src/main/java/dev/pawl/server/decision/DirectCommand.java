package dev.pawl.server.decision;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Decides one thing and makes it durable, beside whatever orchestrators there are: by the same
/// engine, and guarded by the same versions, so that they only see that somebody was faster.
///
/// It delivers nothing: the effects are in the store, for an orchestrator to find.
public final class DirectCommand {

  private static final int MOST_TRIES = 5;

  private final Store store;
  private final Engine engine;
  private final Supplier<String> commitIds;

  /// Over that store.
  ///
  /// @param commitIds a new one each time
  public DirectCommand(Store store, Engine engine, Supplier<String> commitIds) {
    this.store = store;
    this.engine = engine;
    this.commitIds = commitIds;
  }

  /// What somebody wants of a run; also what time wants of it, by a [EngineCommand.Tick].
  ///
  /// @throws Conflict if somebody else keeps changing what it touches
  /// @throws BrokenJournal if the run's journal cannot be believed
  public Decision decide(RunId id, EngineCommand command) {
    return untilItStands(now -> {
      Optional<Run> run = store.run(id);
      if (run.isEmpty()) {
        return new Decision.Refused(new Refusal(Refusal.Code.UNKNOWN, "there is no run " + id));
      }
      Decision decision = engine.decide(run.get(), command, store, now);
      if (decision instanceof Decision.Accepted accepted) {
        var silences =
            command instanceof EngineCommand.Tick
                ? LeaseRenewalCheck.silences(run.get(), accepted)
                : List.<Change.UnrenewedLease>of();
        commit(new Change(accepted, now, engine.nextDue(accepted.run()), silences, ""));
      }
      return decision;
    });
  }

  /// Closes a tool's breaker.
  ///
  /// @throws Conflict as [#decide]
  public Decision reset(String tool, Actor by) {
    return untilItStands(now -> {
      Decision decision = engine.reset(store.breaker(tool), by, now);
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
        new Commit(commitIds.get(), List.of(change), List.of(), List.of(), true, Set.of()));
  }
}
