package dev.pawl.cli.local;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.plan.Ordered;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// How somebody wants their runs to go here.
///
/// @param slots how many jobs run side by side
/// @param isIsolated whether each job has a fresh directory rather than the working tree
/// @param secrets by name; in no plan, no store and no log
/// @param withheld the variables of this process that jobs do not have: what secrets come from
/// @param approver who agrees to every hold at once, if anybody does
public record Wishes(
    int slots,
    boolean isIsolated,
    SequencedMap<String, String> secrets,
    Set<String> withheld,
    Optional<Actor> approver) {

  public Wishes {
    secrets = Ordered.copyOf(secrets);
    withheld = Set.copyOf(withheld);
  }

  /// Nothing of a secret is ever printed.
  @Override
  public String toString() {
    return "Wishes[slots=%d, isolated=%s]".formatted(slots, isIsolated);
  }
}
