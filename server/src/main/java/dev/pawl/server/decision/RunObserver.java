package dev.pawl.server.decision;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.Change;

/// Observer of the loop, called after a change is durable, in order. Called by the loop: it must
/// not block.
public interface RunObserver {

  /// A change of a run is durable. Called before any reply is released.
  void committed(Change change);

  /// The run was quarantined.
  default void quarantined(RunId run, RuntimeException bug) {}

  /// The forge has rejected the report for so long that it is not retried any more.
  default void reportAbandoned(RunId run, Effect.Report report, String why) {}
}
