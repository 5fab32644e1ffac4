package dev.pawl.server.store;

import java.util.List;

/// Thrown when aggregates have changed since a batch was decided. Nothing was committed; the batch
/// must be decided again from the current state.
public final class CommitConflict extends RuntimeException {

  private final transient List<AggregateKey> aggregates;

  public CommitConflict(List<AggregateKey> aggregates) {
    super("changed by another commit: " + aggregates);
    this.aggregates = List.copyOf(aggregates);
  }

  public List<AggregateKey> aggregates() {
    return aggregates;
  }
}
