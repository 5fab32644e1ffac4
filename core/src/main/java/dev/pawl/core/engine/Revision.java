package dev.pawl.core.engine;

import dev.pawl.core.identity.Aggregate;
import java.util.List;

/// The result of a decision for one aggregate: its new state and its journal lines. There are no
/// lines if only liveness changed, or data that is derived from another aggregate.
public record Revision(Aggregate after, List<Transition> transitions) {

  public Revision {
    transitions = List.copyOf(transitions);
  }

  /// The version that the store must still have at the commit.
  public long expectedVersion() {
    return after.version() - 1;
  }
}
