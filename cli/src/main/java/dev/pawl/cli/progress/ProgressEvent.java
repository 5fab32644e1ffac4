package dev.pawl.cli.progress;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import java.time.Instant;

/// An event that views may print a line for.
public sealed interface ProgressEvent {

  AttemptRef attempt();

  Instant at();

  /// An attempt changed its state.
  record JobTransition(
      AttemptRef attempt, AttemptEvent event, AttemptState state, Reason reason, Instant at)
      implements ProgressEvent {}

  /// A step started.
  record StepStart(AttemptRef attempt, int step, Instant at) implements ProgressEvent {}
}
