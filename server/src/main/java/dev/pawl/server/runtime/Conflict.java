package dev.pawl.server.runtime;

import dev.pawl.core.engine.Aggregate;
import java.util.List;

/// Somebody else has moved on what a batch was decided by. Nothing was changed: whoever decided
/// reads again, and decides again.
public final class Conflict extends RuntimeException {

  /// Which aggregate.
  public record On(Aggregate.Kind kind, String key) {}

  private final transient List<On> aggregates;

  public Conflict(List<On> aggregates) {
    super("moved on: " + aggregates);
    this.aggregates = List.copyOf(aggregates);
  }

  public List<On> aggregates() {
    return aggregates;
  }
}
