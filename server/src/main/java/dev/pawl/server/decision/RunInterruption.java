package dev.pawl.server.decision;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.Store;
import java.util.List;
import java.util.function.Supplier;

/// Ends a run whose owner has crashed, by a decision of the engine like every other change.
public final class RunInterruption {

  private static final int MOST_TRIES = 5;

  private final Store store;
  private final Supplier<String> commitIds;
  private final Engine engine = new Engine(Deadlines.DEFAULT);

  /// @param commitIds gives a new id each time
  public RunInterruption(Store store, Supplier<String> commitIds) {
    this.store = store;
    this.commitIds = commitIds;
  }

  /// Ends the run, unless it is over.
  ///
  /// @throws CommitConflict if others keep changing what the run touches
  public void end(RunId id, String why) {
    for (int tries = 1; ; tries++) {
      try {
        tryToEnd(store.run(id).orElseThrow(), why);
        return;
      } catch (CommitConflict e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private void tryToEnd(Run run, String why) {
    var now = store.now();
    if (engine.decide(run, new EngineCommand.Interrupt(why), store, now)
        instanceof Decision.Accepted accepted) {
      // The agents have died with the owner. Their effects are deleted first, because a run that
      // has ended is not loaded again.
      store.discardUndeliverable(run.id());
      Decision.Accepted withoutAgents =
          new Decision.Accepted(
              accepted.revisions(), accepted.reads(), toOthers(accepted), accepted.renewed());
      var change = new Change(withoutAgents, now, engine.nextDue(withoutAgents.run()));
      store.commit(new Commit(commitIds.get(), List.of(change), List.of(), List.of()));
    }
  }

  private static List<Effect> toOthers(Decision.Accepted accepted) {
    return accepted.effects().stream()
        .filter(effect -> !(effect instanceof Effect.ToAgent))
        .toList();
  }
}
