package dev.pawl.cli.local;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.plan.Ordered;
import java.util.Optional;
import java.util.SequencedMap;

/// How somebody wants their runs to go here.
///
/// @param slots how many jobs run side by side
/// @param isIsolated whether each job has a fresh directory rather than the working tree
/// @param secrets by name; in no plan, no store and no log
/// @param approver who agrees to every hold at once, if anybody does
public record Wishes(
    int slots, boolean isIsolated, SequencedMap<String, String> secrets, Optional<Actor> approver) {

  public Wishes {
    secrets = Ordered.copyOf(secrets);
  }

  /// Nothing of a secret is ever printed.
  @Override
  public String toString() {
    return "Wishes[slots=%d, isolated=%s]".formatted(slots, isIsolated);
  }
}
