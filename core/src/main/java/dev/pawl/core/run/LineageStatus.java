package dev.pawl.core.run;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunState;

/// The state of a lineage, which is a run attempt and its automatic retries, as its latest run has
/// it. It is the published workstream: derived, and stored nowhere.
///
/// @param attempt the number of the run in the lineage, from 1; a rerun by hand begins again
/// @param max the most runs that the lineage may have: the first one, and the workflow's `retry`
public record LineageStatus(State state, int attempt, int max) {

  /// The states of a lineage.
  public enum State {
    PENDING,
    RUNNING,
    /// Its run failed, and the next one is made by the workflow's `retry`; or that has not started.
    RETRYING,
    SUCCESS,
    /// Its run failed, and no other is made although a retry is left: it was cancelled.
    FAILED,
    /// It was cancelled, or it failed without a retry left.
    ABANDONED
  }

  /// The state of the lineage of a run.
  public static LineageStatus of(Run run) {
    return of(
        run.state(),
        run.origin().lineage().retries(),
        run.plan().policy().retries(),
        Reruns.isRetriedByPolicy(run));
  }

  /// The state of the lineage of a run by its row.
  ///
  /// @param retries the automatic retries before this run, as in its row
  /// @param maxRetries the most automatic retries, as in the policy of its plan
  /// @param isRetried whether the workflow's `retry` makes, or has made, the run after it; asked
  ///   only of a run that failed with a retry left. The row of that run has the same `opened_by`
  ///   (or this run's id) and one retry more
  public static LineageStatus of(RunState state, int retries, int maxRetries, boolean isRetried) {
    return new LineageStatus(
        switch (state) {
          case CREATED, PLANNING, HELD, WAITING, QUEUED ->
              retries > 0 ? State.RETRYING : State.PENDING;
          case PLAN_FAILED, RUNNING, RECOVERING, CANCELLING -> State.RUNNING;
          case SUCCESS, SKIPPED -> State.SUCCESS;
          case CANCELLED -> State.ABANDONED;
          case FAILED, TIMED_OUT -> {
            if (retries >= maxRetries) {
              yield State.ABANDONED;
            }
            yield isRetried ? State.RETRYING : State.FAILED;
          }
        },
        retries + 1,
        Math.max(retries, maxRetries) + 1);
  }

  /// Whether there is or may be more than one run.
  public boolean hasRetries() {
    return max > 1;
  }

  /// Its state for programs: `retrying`.
  public String wireName() {
    return Machine.wireName(state);
  }
}
