package dev.pawl.server.doctor;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;

/// Decides what a repair asks the engine for: by the orchestrator of a live server, or beside the
/// orchestrators of the store.
public interface RepairDecisions {

  /// Acts on the deadlines of a run that have passed.
  Decision tick(RunId run, Actor by);

  /// Closes a breaker.
  Decision reset(String breaker, Actor by);
}
