package dev.pawl.cli.local;

import dev.pawl.core.identity.Actor;
import dev.pawl.core.plan.OrderedMaps;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// The settings of a local run, from the options of `pawl run`.
///
/// @param slots the number of jobs that run at the same time
/// @param isIsolated whether each job has an empty directory instead of the working tree
/// @param secrets by name; never in a plan, the store or a log
/// @param withheldVariables the variables that jobs do not see because they are secrets
/// @param approver the user who approves every hold, if there is one
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

  /// Without the secrets.
  @Override
  public String toString() {
    return "LocalRunSettings[slots=%d, isolated=%s]".formatted(slots, isIsolated);
  }
}
