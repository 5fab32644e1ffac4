package dev.pawl.agent.supervision;

import java.time.Duration;

/// The limits of one process: the signal and the deadline that stop it.
///
/// @param grace the time between SIGTERM and SIGKILL
/// @param onCancel called when a graceful stop begins, before SIGTERM is sent
public record StepLimits(StopSignal stop, Deadline deadline, Duration grace, Runnable onCancel) {

  public StepLimits withDeadline(Deadline other) {
    return new StepLimits(stop, other, grace, onCancel);
  }
}
