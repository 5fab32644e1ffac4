package dev.pawl.server.orchestrator;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.metrics.CounterFamily;
import dev.pawl.server.store.Change;

/// Observer that also counts quarantined runs as errors of the server.
record CountingObserver(RunObserver observer, CounterFamily errors) implements RunObserver {

  static final String COMPONENT = "orchestrator";

  @Override
  public void committed(Change change) {
    observer.committed(change);
  }

  @Override
  public void quarantined(RunId run, RuntimeException bug) {
    errors.increment(COMPONENT);
    observer.quarantined(run, bug);
  }

  @Override
  public void reportAbandoned(RunId run, Effect.Report report, String why) {
    observer.reportAbandoned(run, report, why);
  }
}
