package dev.pawl.core.engine;

import dev.pawl.core.identity.Aggregate;
import java.util.List;

/// What a decision makes of one aggregate: how it is afterwards, and the journal's lines. No lines
/// where only liveness moved, or what is derived from another aggregate.
public record Revision(Aggregate after, List<Transition> transitions) {

  public Revision {
    transitions = List.copyOf(transitions);
  }

  /// The version that the store must have for this to be right.
  public long expectedVersion() {
    return after.version() - 1;
  }
}
