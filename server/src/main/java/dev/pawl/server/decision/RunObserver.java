package dev.pawl.server.decision;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.Change;

/// Hears what the loop does, after it is durable and in order. Called by the loop: it must not
/// block.
public interface RunObserver {

  /// Something about a run is durable. Called before anybody else is told.
  void committed(Change change);

  /// The run is left alone from now on: to decide about it ended in a bug.
  default void quarantined(RunId run, RuntimeException bug) {}

  /// The forge has refused the report for so long that it is not tried any more.
  default void reportAbandoned(RunId run, Effect.Report report, String why) {}
}
