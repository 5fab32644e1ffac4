package dev.pawl.server.runtime;

import dev.pawl.core.engine.Effect;
import dev.pawl.core.run.RunId;
import java.util.List;

/// Notes what it hears, beside what others note.
final class NotingObserver implements RunObserver {

  private final List<String> order;

  NotingObserver(List<String> order) {
    this.order = order;
  }

  @Override
  public void changed(Change change) {
    order.add("observed");
  }

  @Override
  public void quarantined(RunId run, RuntimeException bug) {
    order.add("quarantined " + run);
  }

  @Override
  public void gaveUp(RunId run, Effect.Report report, String why) {
    order.add("gave up " + run + ": " + why);
  }
}
