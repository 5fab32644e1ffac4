package dev.pawl.server.runtime;

import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Ends a run whose owner is gone for good, by the engine's decision like everything else.
public final class Interruption {

  private final Store store;
  private final InstantSource clock;
  private final Engine engine = new Engine(Deadlines.DEFAULT);

  public Interruption(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  public void end(RunId id, String why) {
    Run run = store.run(id).orElseThrow();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    if (engine.decide(run, new Command.Interrupt(why), now)
        instanceof Decision.Accepted(var after, var transitions, _)) {
      // The agents are gone with the owner: there is nobody to tell. First, because a run that is
      // over
      // is not looked at again.
      store.forgetEffects(id);
      store.commit(
          List.of(new Change(after, transitions, List.of(), now, engine.nextDue(after))),
          List.of());
    }
  }
}
