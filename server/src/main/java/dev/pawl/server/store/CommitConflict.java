package dev.pawl.server.store;

import dev.pawl.core.identity.Aggregate;
import java.util.List;

/// Somebody else has moved on what a batch was decided by. Nothing was changed: whoever decided
/// reads again, and decides again.
public final class CommitConflict extends RuntimeException {

  /// Which aggregate.
  public record AggregateKey(Aggregate.Kind kind, String key) {}

  private final transient List<AggregateKey> aggregates;

  public CommitConflict(List<AggregateKey> aggregates) {
    super("moved on: " + aggregates);
    this.aggregates = List.copyOf(aggregates);
  }

  public List<AggregateKey> aggregates() {
    return aggregates;
  }
}
