package dev.pawl.cli.local;

import dev.pawl.core.identity.Actor;
import dev.pawl.core.plan.OrderedMaps;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// How somebody wants their runs to go here.
///
/// @param slots how many jobs run side by side
/// @param isIsolated whether each job has a fresh directory rather than the working tree
/// @param secrets by name; in no plan, no store and no log
/// @param withheldVariables the variables of this process that jobs do not have: what secrets come
///   from
/// @param approver who agrees to every hold at once, if anybody does
public record LocalRunSettings(
    int slots,
    boolean isIsolated,
    SequencedMap<String, String> secrets,
    Set<String> withheldVariables,
    Optional<Actor> approver) {

  public LocalRunSettings {
    secrets = OrderedMaps.copyOf(secrets);
    withheldVariables = Set.copyOf(withheldVariables);
  }

  /// Nothing of a secret is ever printed.
  @Override
  public String toString() {
    return "Wishes[slots=%d, isolated=%s]".formatted(slots, isIsolated);
  }
}
