package dev.pawl.core.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The data of a run beside its state.
///
/// @param planningTries the number of times that planning began
/// @param approvals the approvals of the run as a whole
/// @param until the end of its start delay
/// @param startedAt the time of its first lease
/// @param hasRun whether a process of any of its jobs may have started
/// @param pausedAt since when it only waits for reviewers, which its timeout does not count
/// @param paused the total of earlier such times
public record Progress(
    int planningTries,
    GivenApprovals approvals,
    Optional<Instant> until,
    Optional<Instant> startedAt,
    boolean hasRun,
    Optional<Instant> pausedAt,
    Duration paused) {

  static final Progress NONE =
      new Progress(
          0,
          GivenApprovals.NONE,
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.empty(),
          Duration.ZERO);

  public Progress tried() {
    return new Progress(planningTries + 1, approvals, until, startedAt, hasRun, pausedAt, paused);
  }

  public Progress with(GivenApprovals approvals) {
    return new Progress(planningTries, approvals, until, startedAt, hasRun, pausedAt, paused);
  }

  public Progress until(Optional<Instant> until) {
    return new Progress(planningTries, approvals, until, startedAt, hasRun, pausedAt, paused);
  }

  /// Starts the timeout's clock; earlier pauses do not count.
  public Progress started(Instant at) {
    return startedAt.isPresent()
        ? this
        : new Progress(
            planningTries, approvals, until, Optional.of(at), hasRun, pausedAt, Duration.ZERO);
  }

  public Progress ran() {
    return hasRun
        ? this
        : new Progress(planningTries, approvals, until, startedAt, true, pausedAt, paused);
  }

  /// Begins or ends a pause.
  public Progress paused(boolean isPaused, Instant at) {
    if (isPaused == pausedAt.isPresent()) {
      return this;
    }
    Duration before =
        pausedAt.map(since -> paused.plus(Duration.between(since, at))).orElse(paused);
    return new Progress(
        planningTries,
        approvals,
        until,
        startedAt,
        hasRun,
        isPaused ? Optional.of(at) : Optional.empty(),
        before);
  }
}
