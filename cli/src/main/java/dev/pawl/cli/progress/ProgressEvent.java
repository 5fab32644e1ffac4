package dev.pawl.cli.progress;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import java.time.Instant;

/// An event that views may print a line for.
public sealed interface ProgressEvent {

  AttemptRef attempt();

  Instant at();

  /// An attempt changed its state.
  ///
  /// @param reason without words where everything goes well: the state says it all
  record JobTransition(
      AttemptRef attempt, AttemptEvent event, AttemptState state, Reason reason, Instant at)
      implements ProgressEvent {
    public JobTransition {
      boolean goesWell = reason.code() == ReasonCode.PROGRESS || reason.code() == ReasonCode.OK;
      reason = goesWell ? Reason.of(reason.code(), "") : reason;
    }
  }

  /// A step started.
  record StepStart(AttemptRef attempt, int step, Instant at) implements ProgressEvent {}
}
