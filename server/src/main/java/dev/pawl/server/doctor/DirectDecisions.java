package dev.pawl.server.doctor;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.decision.DirectCommand;
import java.time.Instant;

/// Decisions beside the orchestrators of the store, of which there may be none.
///
/// @param servedSince since when orchestrators have been running: no lease expires before its agent
///   could connect
record DirectDecisions(DirectCommand command, Instant servedSince) implements RepairDecisions {

  @Override
  public Decision tick(RunId run, Actor by) {
    return command.decide(run, new EngineCommand.Tick(servedSince, by));
  }

  @Override
  public Decision reset(String breaker, Actor by) {
    return command.reset(breaker, by);
  }
}
