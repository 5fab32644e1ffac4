package dev.pawl.server.runtime;

import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One accepted decision about one run, to be made durable: the run after it, the journal's lines,
/// the effects, and when the run wants to be looked at again.
///
/// @param at when it was decided
/// @param nextDue the earliest deadline afterwards
public record Change(
    Run run,
    List<Transition> transitions,
    List<Effect> effects,
    Instant at,
    Optional<Instant> nextDue) {

  /// The version that the store must have for this to be right.
  public long expectedVersion() {
    return run.version() - 1;
  }

  /// Whether only liveness moved, which the journal does not tell.
  public boolean isLivenessOnly() {
    return transitions.isEmpty();
  }
}
