package dev.pawl.server;

import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.decision.RunObserver;
import dev.pawl.server.store.Change;
import java.util.List;

/// Notes what it hears, beside what others note.
final class RecordingObserver implements RunObserver {

  private final List<String> order;

  RecordingObserver(List<String> order) {
    this.order = order;
  }

  @Override
  public void committed(Change change) {
    order.add("observed");
  }

  @Override
  public void quarantined(RunId run, RuntimeException bug) {
    order.add("quarantined " + run);
  }

  @Override
  public void reportAbandoned(RunId run, Effect.Report report, String why) {
    order.add("gave up " + run + ": " + why);
  }
}
